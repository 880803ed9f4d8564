import type { Document } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { localTime, shortTime } from '../terminal/times.ts';
import { endedError, readEnding } from './ending.ts';
import type { WatchFlags } from './poll-flags.ts';
import { watch } from './poll-flags.ts';
import { signerProgress } from './show-document.ts';
import type { WatchTexts } from './watch-view.ts';
import { watchView } from './watch-view.ts';

const mark = (signer: DocumentSigner): string => {
  if (signer.hasSigned) return '✓';
  return signer.openedAt === null ? '·' : '…';
};

export function watchBlock(document: Document, note: string, time = localTime): string[] {
  const signed = document.signers.filter((signer) => signer.hasSigned).length;
  const head = `${harmless(document.name)}  ${document.status}  ${signed}/${document.signers.length} signed`;
  const lines = document.signers.map(
    (signer) =>
      ` ${mark(signer)} ${harmless(signer.name)}  ${signerProgress(signer, document.signers, { time })}`,
  );
  return note === '' ? [head, ...lines] : [head, ...lines, ` ${note}`];
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

/** Whether the document can no longer change by itself. */
export const isFinal = ({ status }: Pick<Document, 'status'>): boolean =>
  status !== 'SENT' && status !== 'PENDING';

const progressOf = (document: Document | undefined): string =>
  JSON.stringify([document?.status, document?.signers]);

function stillWaiting(
  resume: { readonly next: string; readonly documentId: string },
  last: Document | undefined,
  cause: unknown,
): CliError {
  const what = `timed out: the document ${last ? `is still ${last.status}` : 'could not be read'}`;
  return new CliError({
    ...{ code: 'still_waiting', what, ...resume },
    ...{ exitCode: EXIT.stillWaiting, cause },
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
  const resume = { next: `esign status ${documentId} --watch`, documentId };
  let last: Document | undefined;
  const texts: WatchTexts = {
    block: (note, isNarrow) =>
      last ? watchBlock(last, note, isNarrow ? shortTime : localTime) : [],
    state: () => `still ${last?.status}`,
  };
  const view = watchView(context, texts, isStream);
  const document = await watch<Document>(flags, signal, {
    poll: async (options) => {
      const before = last;
      last = await client.documents.retrieve(documentId, options);
      if (!before && last.status === 'PENDING') noteUnsent(out, documentId);
      const hasChanged = progressOf(last) !== progressOf(before);
      view.onPoll(hasChanged ? [last] : [], changes(before, last));
      if (isFinal(last)) return { result: last, hasChanged };
      const ended = await readEnding(client, last, options);
      if (ended) throw endedError(documentId, ended);
      return { hasChanged };
    },
    onTrouble: view.onTrouble,
    timedOut: (cause) => {
      throw stillWaiting(resume, last, cause);
    },
    resume,
  });
  view.clear();
  return document;
}
