const CLEAR_TO_END = '\u001b[0J';
const upBy = (lines: number): string => (lines === 0 ? '' : `\u001b[${lines}A\r`);

const cut = (line: string, width: number): string =>
  [...line].length <= width ? line : `${[...line].slice(0, Math.max(1, width - 1)).join('')}…`;

export class Block {
  readonly #stream: NodeJS.WriteStream;
  #painted = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Paints the first draft that fits the width, or the last; says how many lines do not fit. */
  paint(...drafts: ReadonlyArray<readonly string[]>): void {
    const width = this.#stream.columns || 80;
    const height = Math.max(1, (this.#stream.rows || 24) - 1);
    const fits = (lines: readonly string[]) => lines.every((line) => [...line].length <= width);
    const lines = drafts.find(fits) ?? drafts.at(-1) ?? [];
    const left = lines.length - height + 1;
    const shown = left < 2 ? lines : [...lines.slice(0, height - 1), `… and ${left} more`];
    const text = shown.map((line) => `${cut(line, width)}\n`).join('');
    this.#stream.write(`${upBy(this.#painted)}${CLEAR_TO_END}${text}`);
    this.#painted = shown.length;
  }

  clear(): void {
    this.#stream.write(`${upBy(this.#painted)}${CLEAR_TO_END}`);
    this.#painted = 0;
  }
}
