/** A measurement, and its baseline if there is one. */
export interface Measure {
  readonly what: string;
  readonly value: string;
  /** Share or multiple of the baseline, and the baseline's name. */
  readonly ratio?: string;
  readonly goal?: string;
}

/** Prints the measures of one part as aligned lines. */
export function report(title: string, measures: readonly Measure[]): void {
  const widest = Math.max(...measures.map(({ what }) => what.length));
  process.stdout.write(`\n${title}\n`);
  for (const { what, value, ratio = '', goal } of measures) {
    const line = `  ${what.padEnd(widest)}  ${value.padStart(12)}  ${ratio}`;
    process.stdout.write(`${line}${goal ? `  (goal: ${goal})` : ''}`.trimEnd());
    process.stdout.write('\n');
  }
}

export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
export const perSecond = (count: number): string => `${Math.round(count)}/s`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
export const times = (ratio: number, of: string): string => `${ratio.toFixed(2)} × ${of}`;
