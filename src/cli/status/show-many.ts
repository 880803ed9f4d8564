import type { Document } from '../../contract/document.ts';
import { summaryOf } from '../documents/list-documents.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable, shortId } from '../terminal/table.ts';
import { localTime, shortTime } from '../terminal/times.ts';

const SHORT = 8;

/** Signed and all signers, such as `1/2`. */
export function signedText(document: Document): string {
  const { signed, total } = summaryOf(document).signers;
  return `${signed}/${total}`;
}

function progressText(
  { status, signers, completedAt }: Document,
  time: (iso: string | null) => string = localTime,
): string {
  if (status === 'COMPLETED') return `completed ${time(completedAt)}`;
  if (status === 'PENDING') return 'not sent';
  const next = signers.find(({ hasSigned }) => !hasSigned);
  return status === 'SENT' && next ? `waiting for ${next.name}` : '';
}

export function watchLine(document: Document): string {
  const { documentId, status, name } = document;
  const parts = [documentId.slice(0, SHORT), status, signedText(document), name];
  return harmless([...parts, progressText(document)].join('  '));
}

/** For a narrow window: names first, and no state that the progress tells. */
export function shortLine(document: Document): string {
  const { status, name } = document;
  const progress = progressText(document, shortTime) || status;
  return harmless([signedText(document), name, progress].join('  '));
}

export async function printMany(printer: Printer, documents: readonly Document[]): Promise<void> {
  if (documents.length === 0) return;
  const rows = (time: (iso: string | null) => string) =>
    documents.map((one) => [
      shortId(printer, one.documentId),
      one.status,
      signedText(one),
      one.name,
      progressText(one, time),
    ]);
  const heads = ['document', 'status', 'signed', 'name', 'progress'];
  await printTable(printer, { heads, rows, flexible: [3, 4] });
}
