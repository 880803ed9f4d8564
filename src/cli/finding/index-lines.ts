import type { DocumentStatus } from '../../contract/document.ts';
import { DOCUMENT_STATUSES } from '../../contract/document-statuses.ts';
import { isRecord } from '../../contract/is-record.ts';
import type { KnownDocument, KnownSigner } from './known-document.ts';

export interface IndexContent {
  readonly documents: Map<string, KnownDocument>;
  readonly listedAt: string | undefined;
  readonly lines: number;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const asStatus = (value: unknown): DocumentStatus | undefined =>
  DOCUMENT_STATUSES.find((one) => one === value);

function asSigner(value: unknown): KnownSigner | undefined {
  if (!isRecord(value)) return undefined;
  const { name, email, order, hasSigned } = value;
  if (typeof name !== 'string' || (email !== null && typeof email !== 'string')) return undefined;
  if (!isCount(order) || typeof hasSigned !== 'boolean') return undefined;
  return { name, email, order, hasSigned };
}

function asDocument(value: Record<string, unknown>): KnownDocument | undefined {
  const { documentId, name, createdAt, total, signed } = value;
  const status = asStatus(value.status);
  if (typeof documentId !== 'string' || typeof name !== 'string' || !status) return undefined;
  if (typeof createdAt !== 'string' || !isCount(total) || !isCount(signed)) return undefined;
  const row = { documentId, name, status, createdAt, signers: { total, signed } };
  if (value.signers === undefined) return { row };
  if (!Array.isArray(value.signers)) return undefined;
  const signers = value.signers.flatMap((one) => asSigner(one) ?? []);
  if (signers.length !== value.signers.length) return undefined;
  const completedAt = typeof value.completedAt === 'string' ? value.completedAt : null;
  // Indexes did not always know the time
  return status === 'COMPLETED' && completedAt === null ? { row } : { row, signers, completedAt };
}

export function documentLine({ row, ...known }: KnownDocument): string {
  const { documentId, name, status, createdAt } = row;
  return JSON.stringify({ documentId, name, status, createdAt, ...row.signers, ...known });
}

export const goneLine = (documentId: string): string => JSON.stringify({ gone: documentId });

export const listedLine = (listedAt: string): string => JSON.stringify({ listedAt });

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Later lines replace earlier ones; invalid lines are skipped. */
export function readLines(text: string): IndexContent {
  const documents = new Map<string, KnownDocument>();
  let listedAt: string | undefined;
  const lines = text.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const value = parsed(line);
    const document = asDocument(value);
    if (document) documents.set(document.row.documentId, document);
    else if (typeof value.gone === 'string') documents.delete(value.gone);
    else if (typeof value.listedAt === 'string') listedAt = value.listedAt;
  }
  return { documents, listedAt, lines: lines.length };
}

export function compactLines({ documents, listedAt }: IndexContent): string[] {
  const listed = listedAt === undefined ? [] : [listedLine(listedAt)];
  return [...[...documents.values()].map(documentLine), ...listed];
}
