import type { SendResult } from '../../client/index.ts';
import type { Document, DocumentStatus, DocumentSummary } from '../../contract/document.ts';
import type { Ended, TimelineEntry } from '../../contract/extensions/extensions.ts';
import type { AddedSigner, DocumentSigner } from '../../contract/signer.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printFields, printTable, shortId } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';
import { endingText, nextAfterEnding } from './ending.ts';

const NEXT: Readonly<Record<DocumentStatus, ((id: string) => string) | undefined>> = {
  PENDING: (id) => `esign send ${id}`,
  SENT: (id) => `esign status ${id} --watch`,
  COMPLETED: (id) => `esign docs download ${id}`,
  FAILED: undefined,
  CANCELLED: undefined,
};

export const DOCUMENT_COLUMNS = [
  'documentId',
  'name',
  'status',
  'createdAt',
  'signers.signed',
  'signers.total',
] as const;

export const SIGNER_COLUMNS = [
  'signingOrder',
  'name',
  'email',
  'phone',
  'hasSigned',
  'openedAt',
  'signedAt',
  'signUrl',
  'signerId',
] as const;

export function signerProgress(
  signer: DocumentSigner,
  signers: readonly DocumentSigner[],
  { time = localTime, ended }: { time?: (iso: string | null) => string; ended?: Ended } = {},
): string {
  if (signer.hasSigned) return `signed ${time(signer.signedAt)}`;
  if (signer.signUrl === null) return 'not sent';
  const before = signers.findLast(
    ({ hasSigned, signingOrder }) => !hasSigned && signingOrder < signer.signingOrder,
  );
  // Only the signer whose turn it is can decline
  if (ended?.as === 'declined' && !before) return `declined ${time(ended.at)}`;
  const open = before ? `after ${harmless(before.name)}` : 'their turn';
  const turn = ended ? 'not signed' : open;
  return signer.openedAt === null ? turn : `${turn}, opened ${time(signer.openedAt)}`;
}

export async function printSigners(
  printer: Printer,
  signers: readonly DocumentSigner[],
  ended?: Ended,
): Promise<void> {
  const rows = (time: (iso: string | null) => string) =>
    signers.map((signer) => [
      String(signer.signingOrder),
      signer.name,
      signer.email ?? '–',
      signer.phone,
      signerProgress(signer, signers, { time, ...(ended && { ended }) }),
    ]);
  const heads = ['#', 'name', 'email', 'phone', 'progress'];
  await printTable(printer, { heads, rows, flexible: [1, 2, 4] });
}

export function nextForDocument(
  document: Pick<Document, 'documentId' | 'status'>,
  signers: number,
): string | undefined {
  if (document.status === 'PENDING' && signers === 0)
    return `esign signers add ${document.documentId} --signer "Name <email> phone"`;
  return NEXT[document.status]?.(document.documentId);
}

export async function printDocument(
  printer: Printer,
  document: Document,
  ended?: Ended,
): Promise<void> {
  printFields(printer, [
    ['document', document.documentId],
    ['name', document.name],
    ['status', ended ? `${document.status}, ${endingText(ended)}` : document.status],
    ['reason', ended?.reason ?? undefined],
    ['created', localTime(document.createdAt)],
    ['completed', document.completedAt === null ? undefined : localTime(document.completedAt)],
  ]);
  if (document.signers.length > 0) {
    printer.result('');
    await printSigners(printer, document.signers, ended);
  }
  const next = ended
    ? nextAfterEnding(document.documentId, ended)
    : nextForDocument(document, document.signers.length);
  if (next !== undefined) printer.next(next);
}

/** With how it ended, where the service tells. */
export type ListedDocument = DocumentSummary & { readonly ended?: Ended };

export const DOCUMENT_HEADS = ['document', 'status', 'signed', 'created', 'name'];

export const documentCells = (
  printer: Printer,
  document: ListedDocument,
  time: (iso: string | null) => string,
): string[] => [
  shortId(printer, document.documentId),
  document.ended ? endingText(document.ended) : document.status,
  `${document.signers.signed}/${document.signers.total}`,
  time(document.createdAt),
  document.name,
];

export async function printDocuments(
  printer: Printer,
  documents: readonly ListedDocument[],
): Promise<void> {
  const rows = (time: (iso: string | null) => string) =>
    documents.map((item) => documentCells(printer, item, time));
  await printTable(printer, { heads: DOCUMENT_HEADS, rows, flexible: [4] });
}

const placementWords = ({ advanced }: AddedSigner): string => {
  const pages = advanced?.signaturePlacement?.positions.map(({ page }) => page) ?? [];
  return pages.length === 0 ? 'default' : `page ${pages.join(', ')}`;
};

export async function printAddedSigners(
  printer: Printer,
  signers: readonly AddedSigner[],
): Promise<void> {
  const rows = signers.map((signer) => [
    String(signer.signingOrder),
    signer.name,
    signer.email ?? '–',
    placementWords(signer),
  ]);
  await printTable(printer, { heads: ['#', 'name', 'email', 'placement'], rows, flexible: [1, 2] });
}

export function printSent(printer: Printer, sent: SendResult): void {
  printer.result(`${sent.documentId}  ${sent.status}`);
  for (const { signingOrder, name, email, signUrl } of sent.signers) {
    printer.result('');
    printer.result(harmless(`${signingOrder}  ${name} <${email ?? '–'}>`));
    printer.result(`   ${harmless(signUrl ?? 'unknown')}`);
  }
  if (sent.creditsRemaining === null)
    printer.warn('the response was lost, but the send is verified; the credits left are unknown');
  else printer.note(`${sent.creditsRemaining} credits left`);
}

/** Below an attempt that failed: what to tell the signer. Older services give no cause. */
export const timelineRows = (
  entries: readonly (Omit<TimelineEntry, 'cause'> & Partial<TimelineEntry>)[],
): string[][] =>
  entries.flatMap(({ at, text, cause }) => [
    [localTime(at), text],
    ...(cause ? [['', `tell them: "${cause.say}" To be mended by ${cause.mender}.`]] : []),
  ]);
