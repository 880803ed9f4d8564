import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { Block } from '../terminal/block.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { localTime, shortDuration, shortTime } from '../terminal/times.ts';
import { endedError, readEnding } from './ending.ts';
import type { WatchFlags } from './poll-flags.ts';
import { pollUntil } from './poll-flags.ts';
import { signerProgress } from './show-document.ts';

const LIFE_SIGN_MS = 60_000;

const mark = (signer: DocumentSigner): string => {
  if (signer.hasSigned) return '✓';
  return signer.openedAt === null ? '·' : '…';
};

const clock = (): string => new Date().toLocaleTimeString('en-GB');

export const troubleText = (error: Error, waitMs: number): string =>
  `${harmless(error.message)}; trying again in ${shortDuration(waitMs)}`;

export function watchBlock(document: Document, note: string, time = localTime): string[] {
  const signed = document.signers.filter((signer) => signer.hasSigned).length;
  const head = `${harmless(document.name)}  ${document.status}  ${signed}/${document.signers.length} signed`;
  const lines = document.signers.map(
    (signer) =>
      ` ${mark(signer)} ${harmless(signer.name)}  ${signerProgress(signer, document.signers, { time })}`,
  );
  return note === '' ? [head, ...lines] : [head, ...lines, ` ${note}`];
}

interface WatchView {
  readonly onPoll: (document: Document) => void;
  readonly onTrouble: (error: Error, waitMs: number) => void;
  /** Removes output that the result would only repeat. */
  readonly clear: () => void;
}

function terminalView(stream: NodeJS.WriteStream): WatchView {
  const block = new Block(stream);
  let last: Document | undefined;
  const paint = (document: Document, note: string) =>
    block.paint(watchBlock(document, note), watchBlock(document, note, shortTime));
  return {
    onPoll: (document) => {
      last = document;
      paint(document, '');
    },
    onTrouble: (error, waitMs) => {
      if (last) paint(last, troubleText(error, waitMs));
    },
    clear: () => block.clear(),
  };
}

/** The changes between two polls, one per line. */
export function changes(before: Document | undefined, after: Document): string[] {
  const earlier = new Map(
    before?.signers.map((signer) => [signer.signerId, signerProgress(signer, before.signers)]),
  );
  const news = after.signers.flatMap((signer) => {
    const progress = signerProgress(signer, after.signers);
    return earlier.get(signer.signerId) === progress
      ? []
      : [`${harmless(signer.name)}: ${progress}`];
  });
  return before?.status === after.status ? news : [...news, `document: ${after.status}`];
}

/** Prints a line per change on stderr, and one a minute as a sign of life. */
function lineView(printer: Printer): WatchView {
  let before: Document | undefined;
  let printedAt = performance.now();
  const print = (text: string) => {
    printer.note(`${clock()}  ${text}`);
    printedAt = performance.now();
  };
  return {
    onPoll: (document) => {
      for (const line of changes(before, document)) print(line);
      before = document;
      if (performance.now() - printedAt >= LIFE_SIGN_MS) print(`still ${document.status}`);
    },
    onTrouble: (error, waitMs) => print(troubleText(error, waitMs)),
    clear: () => undefined,
  };
}

function jsonView(printer: Printer): WatchView {
  let before: Document | undefined;
  return {
    onPoll: (document) => {
      if (progressOf(document) !== progressOf(before)) printer.line(documentLine(document));
      before = document;
    },
    onTrouble: () => undefined,
    clear: () => undefined,
  };
}

/** Whether the document can no longer change by itself. */
export const isFinal = ({ status }: Pick<Document, 'status'>): boolean =>
  status !== 'SENT' && status !== 'PENDING';

export const documentLine = (document: Document) => ({ type: 'document', ...document });

const progressOf = (document: Document | undefined): string =>
  JSON.stringify([document?.status, document?.signers]);

function viewFor({ out, mayAnimate }: CommandContext, isStream: boolean): WatchView {
  if (isStream && out.isJson) return jsonView(out);
  return mayAnimate ? terminalView(process.stderr) : lineView(out);
}

function stillWaiting(documentId: string, last: Document | undefined, cause: unknown): CliError {
  const state = last ? `is still ${last.status}` : 'could not be read';
  return new CliError({
    code: 'still_waiting',
    what: `timed out: the document ${state}`,
    next: `esign status ${documentId} --watch`,
    exitCode: EXIT.stillWaiting,
    documentId,
    cause,
  });
}

function stopped(documentId: string, cause: unknown): CliError {
  return new CliError({
    code: 'interrupted',
    what: 'stopped watching; signing continues without you',
    next: `esign status ${documentId} --watch`,
    exitCode: EXIT.interrupted,
    documentId,
    cause,
  });
}

function noteUnsent(out: Printer, documentId: string): void {
  out.note('not sent yet: waiting until it is sent and everyone has signed');
  out.next(`esign send ${documentId}`);
}

/**
 * Prints JSON only if `isStream`. Throws a `CliError` with the command to resume on timeout (exit
 * 8) or interruption, one that says how it ended if it cannot be completed (exit 13), and the
 * client's permanent errors.
 */
export async function waitForDocument(
  context: CommandContext,
  documentId: string,
  { isStream = false, ...flags }: WatchFlags & { readonly isStream?: boolean },
): Promise<Document> {
  const { client, out, signal } = context;
  const view = viewFor(context, isStream);
  let last: Document | undefined;
  const polling = pollUntil<Document>(flags, signal, {
    poll: async (options) => {
      const before = last;
      last = await client.documents.retrieve(documentId, options);
      if (!before && last.status === 'PENDING') noteUnsent(out, documentId);
      view.onPoll(last);
      if (isFinal(last)) return { result: last, hasChanged: true };
      const ended = await readEnding(client, last, options);
      if (ended) throw endedError(documentId, ended);
      return { hasChanged: progressOf(last) !== progressOf(before) };
    },
    onTrouble: view.onTrouble,
    timedOut: (cause) => stillWaiting(documentId, last, cause),
  });
  const document = await polling.catch((error: unknown) => {
    throw signal.aborted ? stopped(documentId, error) : error;
  });
  if (out.columns !== undefined) view.clear();
  return document;
}
