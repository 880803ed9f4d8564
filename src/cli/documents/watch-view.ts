import type { Document } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { Block } from '../terminal/block.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortDuration } from '../terminal/times.ts';

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
