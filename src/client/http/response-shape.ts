import type {
  CreatedDocument,
  Document,
  DocumentList,
  SentDocument,
} from '../../contract/document.ts';
import { isRecord } from '../../contract/is-record.ts';
import type { AddedSigners, SentSigner } from '../../contract/signer.ts';

/**
 * The response to send. If it was lost and rebuilt, `creditsRemaining` is null, and so is a
 * `signUrl` that the service no longer shows.
 */
export type SendResult = Omit<SentDocument, 'creditsRemaining' | 'signers'> & {
  readonly creditsRemaining: number | null;
  readonly signers: readonly (Omit<SentSigner, 'signUrl'> & { readonly signUrl: string | null })[];
};

type ShapeFields = Readonly<Record<string, unknown>>;

/** Checks the fields of a response that the client relies on, and no others. */
export type Guard<T> = (value: unknown) => value is T;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

const isSigner = (value: unknown): boolean =>
  isRecord(value) && isText(value.signerId) && typeof value.name === 'string';

const isSignerList = (value: unknown): boolean => Array.isArray(value) && value.every(isSigner);

const hasIdAndStatus = (value: unknown): value is ShapeFields =>
  isRecord(value) && isText(value.documentId) && isText(value.status);

const isSummary = (value: unknown): boolean =>
  hasIdAndStatus(value) &&
  typeof value.name === 'string' &&
  isText(value.createdAt) &&
  isRecord(value.signers) &&
  isCount(value.signers.total);

export const isCreatedDocument: Guard<CreatedDocument> = (value): value is CreatedDocument =>
  hasIdAndStatus(value) && typeof value.name === 'string';

export const isDocument: Guard<Document> = (value): value is Document =>
  hasIdAndStatus(value) && isSignerList(value.signers);

/** Paging steps by the `limit` of the response. */
export const isDocumentList: Guard<DocumentList> = (value): value is DocumentList =>
  isRecord(value) &&
  Array.isArray(value.documents) &&
  value.documents.every(isSummary) &&
  isCount(value.limit) &&
  value.limit > 0;

export const isAddedSigners: Guard<AddedSigners> = (value): value is AddedSigners =>
  isRecord(value) && isSignerList(value.signers);

export const isSendResult: Guard<SendResult> = (value): value is SendResult =>
  hasIdAndStatus(value) && isSignerList(value.signers);
