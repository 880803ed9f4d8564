import type { Document } from '../../contract/document.ts';
import type { CommandContext } from '../command-context.ts';
import { documentLine, troubleText } from '../documents/wait-for-document.ts';
import { Block } from '../terminal/block.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortLine, watchLine } from './show-many.ts';

const LIFE_SIGN_MS = 60_000;

const clock = (): string => new Date().toLocaleTimeString('en-GB');

interface ManyView {
  onPoll(changed: readonly Document[], all: ReadonlyMap<string, Document>): void;
  onTrouble(error: Error, waitMs: number): void;
  clear(): void;
}

const totals = (all: ReadonlyMap<string, Document>): string => {
  const completed = [...all.values()].filter(({ status }) => status === 'COMPLETED').length;
  return `${completed} of ${all.size} completed`;
};

/** Open documents come first, because a small window cuts off the end. */
function blockLines(
  all: ReadonlyMap<string, Document>,
  note: string,
  line: (document: Document) => string,
): string[] {
  const isDone = ({ status }: Document) => Number(status === 'COMPLETED');
  const ordered = [...all.values()].sort((one, other) => isDone(one) - isDone(other));
  return [`${totals(all)}${note === '' ? '' : `; ${note}`}`, ...ordered.map(line)];
}

function terminalView(out: Printer): ManyView {
  const block = new Block(process.stderr);
  let seen: ReadonlyMap<string, Document> = new Map();
  const paint = (note: string) =>
    block.paint(blockLines(seen, note, watchLine), blockLines(seen, note, shortLine));
  return {
    onPoll: (_, all) => {
      seen = all;
      paint('');
    },
    onTrouble: (error, waitMs) => paint(troubleText(error, waitMs)),
    clear: () => {
      if (out.columns !== undefined) block.clear();
    },
  };
}

/** A line per change, and one a minute as a sign of life. */
function lineView(out: Printer): ManyView {
  let printedAt = performance.now();
  const print = (text: string) => {
    out.note(`${clock()}  ${text}`);
    printedAt = performance.now();
  };
  return {
    onPoll: (changed, all) => {
      for (const document of changed) print(watchLine(document));
      if (performance.now() - printedAt >= LIFE_SIGN_MS) print(totals(all));
    },
    onTrouble: (error, waitMs) => print(troubleText(error, waitMs)),
    clear: () => undefined,
  };
}

function jsonView(out: Printer): ManyView {
  return {
    onPoll: (changed) => {
      for (const document of changed) out.line(documentLine(document));
    },
    onTrouble: () => undefined,
    clear: () => undefined,
  };
}

export function watchViewOf({ out, mayAnimate }: CommandContext): ManyView {
  if (out.isJson) return jsonView(out);
  return mayAnimate ? terminalView(out) : lineView(out);
}
