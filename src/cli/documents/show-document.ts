import type { Document, DocumentStatus, DocumentSummary } from '../../contract/document.ts';
import type { DocumentSigner } from '../../contract/signer.ts';
import type { Printer } from '../terminal/printer.ts';
import { shortName } from '../terminal/short-name.ts';
import { printFields, printTable } from '../terminal/table.ts';
import { localTime } from '../terminal/times.ts';

const NEXT: Readonly<Record<DocumentStatus, ((id: string) => string) | undefined>> = {
  PENDING: (id) => `esign send ${id}`,
  SENT: (id) => `esign status ${id} --watch`,
  COMPLETED: (id) => `esign docs download ${id}`,
  FAILED: undefined,
  CANCELLED: undefined,
};

/** Where a signer stands, in a few words. */
export function signerProgress(signer: DocumentSigner): string {
  if (signer.hasSigned) return `signed ${localTime(signer.signedAt)}`;
  if (signer.openedAt !== null) return `opened ${localTime(signer.openedAt)}`;
  return signer.signUrl === null ? 'not sent' : 'waiting';
}

/** Prints signers as a table, in their order. */
export async function printSigners(
  printer: Printer,
  signers: readonly DocumentSigner[],
): Promise<void> {
  const rows = signers.map((signer) => [
    String(signer.signingOrder),
    signer.name,
    signer.email ?? '–',
    signer.phone,
    signerProgress(signer),
  ]);
  const heads = ['#', 'name', 'email', 'phone', 'progress'];
  await printTable(printer, { heads, rows, flexible: [1, 2] });
}

/** The command that usually follows for a document in its state; undefined when none does. */
function nextForDocument(document: Document): string | undefined {
  if (document.status === 'PENDING' && document.signers.length === 0)
    return `esign signers add ${document.documentId} --signer "Name <email> phone"`;
  return NEXT[document.status]?.(document.documentId);
}

/** Prints a document with its signers, and says on stderr what comes next. */
export async function printDocument(printer: Printer, document: Document): Promise<void> {
  printFields(printer, [
    ['document', document.documentId],
    ['name', document.name],
    ['status', document.status],
    ['created', localTime(document.createdAt)],
    ['completed', document.completedAt === null ? undefined : localTime(document.completedAt)],
  ]);
  if (document.signers.length > 0) {
    printer.result('');
    await printSigners(printer, document.signers);
  }
  const next = nextForDocument(document);
  if (next !== undefined) printer.next(next);
}

/** Prints documents as a table. */
export async function printDocuments(
  printer: Printer,
  documents: readonly DocumentSummary[],
): Promise<void> {
  const rows = documents.map((item) => [
    shortName(printer, item.documentId),
    item.status,
    `${item.signers.signed}/${item.signers.total}`,
    localTime(item.createdAt),
    item.name,
  ]);
  const heads = ['document', 'status', 'signed', 'created', 'name'];
  await printTable(printer, { heads, rows, flexible: [4] });
}
