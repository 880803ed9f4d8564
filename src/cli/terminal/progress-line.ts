import type { Ora } from 'ora';

let spinning: Ora | undefined;

export async function startSpinner(text: string): Promise<Ora> {
  const { default: ora } = await import('ora');
  return ora({ text, stream: process.stderr, discardStdin: false }).start();
}

export type Say = (text: string) => void;

export async function withProgress<T>(
  text: string,
  isShown: boolean,
  work: (say: Say) => Promise<T>,
): Promise<T> {
  // Without a terminal width the spinner would erase lines endlessly
  if (!isShown || !process.stderr.columns) return work(() => undefined);
  const spinner = await startSpinner(text);
  spinning = spinner;
  try {
    return await work((said) => {
      spinner.text = said;
    });
  } finally {
    spinner.stop();
    spinning = undefined;
  }
}

export interface Bar {
  show(bytes: number): void;
  close(): void;
}

/** `total` is in bytes. */
export type OpenBar = (label: string, total: number) => Promise<Bar>;

const CELLS = 24;
const MEGABYTE = 1024 * 1024;

export function barText(label: string, bytes: number, total: number): string {
  const share = Math.min(1, bytes / total);
  const full = Math.floor(share * CELLS);
  const megabytes = (count: number) => (count / MEGABYTE).toFixed(1);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${label}  ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB`;
}

const NO_BAR: Bar = { show: () => undefined, close: () => undefined };

/** A bar on stderr, in place of the current spinner. */
export async function openBar(label: string, total: number): Promise<Bar> {
  if (!process.stderr.columns) return NO_BAR;
  const shared = spinning;
  const before = shared?.text ?? '';
  const text = (bytes: number) => barText(label, bytes, total);
  const spinner = shared ?? (await startSpinner(text(0)));
  spinner.text = text(0);
  return {
    show: (bytes) => {
      spinner.text = text(bytes);
    },
    close: () => {
      if (shared) shared.text = before;
      else spinner.stop();
    },
  };
}
