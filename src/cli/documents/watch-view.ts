import type { Document } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortDuration } from '../terminal/times.ts';

const CLEAR_TO_END = '\u001b[0J';
const upBy = (lines: number): string => (lines === 0 ? '' : `\u001b[${lines}A\r`);

const cut = (line: string, width: number): string =>
  [...line].length <= width ? line : `${[...line].slice(0, Math.max(1, width - 1)).join('')}…`;

class Block {
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

const LIFE_SIGN_MS = 60_000;

export const troubleText = (error: Error, waitMs: number): string =>
  `${harmless(error.message)}; trying again in ${shortDuration(waitMs)}`;

export interface WatchView {
  /** `news` says in lines how the documents changed. */
  readonly onPoll: (changed: readonly Document[], news: readonly string[]) => void;
  readonly onTrouble: (error: Error, waitMs: number) => void;
  /** Removes output that the result would only repeat. */
  readonly clear: () => void;
}

/** Says how what is watched was last seen. */
export interface WatchTexts {
  /** Has no lines before the first look. */
  readonly block: (note: string, isNarrow: boolean) => readonly string[];
  readonly state: () => string;
}

function terminalView(out: Printer, { block }: WatchTexts): WatchView {
  const painted = new Block(process.stderr);
  const paint = (note: string) => {
    const lines = block(note, false);
    if (lines.length > 0) painted.paint(lines, block(note, true));
  };
  return {
    onPoll: () => paint(''),
    onTrouble: (error, waitMs) => paint(troubleText(error, waitMs)),
    clear: () => {
      if (out.columns !== undefined) painted.clear();
    },
  };
}

/** A line per change on stderr, and one a minute as a sign of life. */
function lineView(out: Printer, { state }: WatchTexts): WatchView {
  let printedAt = performance.now();
  const print = (text: string) => {
    out.note(`${new Date().toLocaleTimeString('en-GB')}  ${text}`);
    printedAt = performance.now();
  };
  return {
    onPoll: (_, news) => {
      for (const line of news) print(line);
      if (performance.now() - printedAt >= LIFE_SIGN_MS) print(state());
    },
    onTrouble: (error, waitMs) => print(troubleText(error, waitMs)),
    clear: () => undefined,
  };
}

function jsonView(out: Printer): WatchView {
  return {
    onPoll: (changed) => {
      for (const document of changed) out.line({ type: 'document', ...document });
    },
    onTrouble: () => undefined,
    clear: () => undefined,
  };
}

/** Prints JSON only if `isStream`. */
export function watchView(
  { out, mayAnimate }: CommandContext,
  texts: WatchTexts,
  isStream: boolean,
): WatchView {
  if (isStream && out.isJson) return jsonView(out);
  return mayAnimate ? terminalView(out, texts) : lineView(out, texts);
}
