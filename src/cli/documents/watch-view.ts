import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortDuration } from '../terminal/times.ts';
import { signerProgress } from './show-document.ts';
import type { WatchListener } from './watch-document.ts';

const LIFE_SIGN_MS = 60_000;
const CLEAR_TO_END = '\u001b[0J';
const upBy = (lines: number): string => (lines === 0 ? '' : `\u001b[${lines}A\r`);

const mark = (signer: DocumentSigner): string => {
  if (signer.hasSigned) return '✓';
  return signer.openedAt === null ? '·' : '…';
};

const clock = (): string => new Date().toLocaleTimeString('en-GB');

/** The block that a terminal shows while a document is watched: a line for the document, one for each signer. */
export function watchBlock(document: Document, note: string): string[] {
  const signed = document.signers.filter((signer) => signer.hasSigned).length;
  const head = `${harmless(document.name)}  ${document.status}  ${signed}/${document.signers.length} signed`;
  const lines = document.signers.map(
    (signer) => ` ${mark(signer)} ${harmless(signer.name)}  ${signerProgress(signer)}`,
  );
  return note === '' ? [head, ...lines] : [head, ...lines, ` ${note}`];
}

const cut = (line: string, width: number): string =>
  [...line].length <= width ? line : `${[...line].slice(0, Math.max(1, width - 1)).join('')}…`;

/** Shows a document that is watched. */
export interface WatchView extends WatchListener {
  /** Takes away what would only repeat the result that follows it. */
  readonly clear: () => void;
}

/** A view on a terminal: one block, repainted in place and cut to the window; its last frame stands until cleared. */
export function terminalView(stream: NodeJS.WriteStream): WatchView {
  let painted = 0;
  let last: Document | undefined;
  const paint = (note: string) => {
    if (!last) return;
    const width = stream.columns || 80;
    const height = Math.max(1, (stream.rows || 24) - 1);
    const lines = watchBlock(last, note).slice(0, height);
    const text = lines.map((line) => `${cut(line, width)}\n`).join('');
    stream.write(`${upBy(painted)}${CLEAR_TO_END}${text}`);
    painted = lines.length;
  };
  return {
    onLook: (document) => {
      last = document;
      paint('');
    },
    onTrouble: (error, waitMs) =>
      paint(`${harmless(error.message)}; looking again in ${shortDuration(waitMs)}`),
    clear: () => {
      stream.write(`${upBy(painted)}${CLEAR_TO_END}`);
      painted = 0;
    },
  };
}

/** What is new about a document, a line each. */
export function changes(before: Document | undefined, after: Document): string[] {
  const earlier = new Map(before?.signers.map((signer) => [signer.signerId, signer]));
  const news = after.signers.flatMap((signer) => {
    const progress = signerProgress(signer);
    const old = earlier.get(signer.signerId);
    return old && signerProgress(old) === progress ? [] : [`${harmless(signer.name)}: ${progress}`];
  });
  return before?.status === after.status ? news : [...news, `document: ${after.status}`];
}

/** A view elsewhere: a line a change on stderr, and one a minute to show life. */
export function lineView(printer: Printer): WatchView {
  let before: Document | undefined;
  let toldAt = performance.now();
  const tell = (text: string) => {
    printer.note(`${clock()}  ${text}`);
    toldAt = performance.now();
  };
  return {
    onLook: (document) => {
      for (const line of changes(before, document)) tell(line);
      before = document;
      if (performance.now() - toldAt >= LIFE_SIGN_MS) tell(`still ${document.status}`);
    },
    onTrouble: (error, waitMs) =>
      tell(`${harmless(error.message)}; looking again in ${shortDuration(waitMs)}`),
    clear: () => undefined,
  };
}
