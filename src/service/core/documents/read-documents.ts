import type { DocumentList, Document as DocumentView } from '../../../contract/document.ts';
import type { DocumentSigner } from '../../../contract/signer.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { KeyCaller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { ListQuery } from '../finding/read-query.rules.ts';
import type { Links } from '../links/links.rules.ts';
import { certificateUrl, downloadUrl, signUrl } from '../links/links.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Document, ShownDocument, ShownSigner } from './document.rules.ts';

export interface OwnDocument {
  readonly accountId: string;
  readonly documentId: string;
}

/** @throws {DomainError} `not_found` */
export async function lockOwnDocument(
  tx: StoreTransaction,
  { accountId, documentId }: OwnDocument,
): Promise<Document> {
  const document = await tx.lockDocument(documentId);
  if (document?.accountId !== accountId) throw documentNotFound();
  return document;
}

/** Also for another account's document: callers can't tell the difference. */
export const documentNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such document in this account.');

/** @throws {DomainError} `not_found` */
export async function findOwnDocument(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  documentId: string,
): Promise<Document> {
  const accountId = permit(caller, 'documents.read');
  const document = await store.findDocument(documentId);
  if (document?.accountId !== accountId) throw documentNotFound();
  return document;
}

/** Newest first (specification, section 4.2), as read together with the key. */
export async function listDocuments(
  _deps: object,
  caller: Caller & Pick<KeyCaller, 'page'>,
  { limit, offset }: ListQuery,
): Promise<DocumentList> {
  permit(caller, 'documents.read');
  if (!caller.page) throw new Error('The page was not read together with the key.');
  return { documents: [...caller.page], limit, offset };
}

/** With each signer's progress (specification, section 4.3). @throws {DomainError} `not_found` */
export async function retrieveDocument(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  caller: Caller & Pick<KeyCaller, 'document'>,
  id: string,
): Promise<DocumentView> {
  permit(caller, 'documents.read');
  const isRead = caller.document?.documentId === id;
  const document: ShownDocument = isRead
    ? caller.document
    : await findOwnDocument(deps, caller, id);
  const { documentId, name, status, createdAt, updatedAt, completedAt } = document;
  const isCompleted = status === 'COMPLETED';
  const download = { documentId, signerId: null, now: deps.clock.now() };
  return {
    documentId,
    name,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    downloadUrl: isCompleted ? downloadUrl(deps.links, download) : null,
    certificateUrl: isCompleted ? certificateUrl(deps.links, documentId) : null,
    signers: document.signers.map((signer) => presentSigner(deps.links, document, signer)),
  };
}

function presentSigner(
  links: Links,
  { status }: ShownDocument,
  signer: ShownSigner,
): DocumentSigner {
  const { signerId, name, email, phone, signingOrder, openedAt, signedAt } = signer;
  return {
    signerId,
    name,
    email,
    phone,
    signingOrder,
    openedAt: openedAt?.toISOString() ?? null,
    signedAt: signedAt?.toISOString() ?? null,
    hasSigned: signedAt !== null,
    signUrl: status === 'PENDING' ? null : signUrl(links, signer),
    ...advancedOf(signer),
  };
}

export function advancedOf({
  positions,
}: Pick<ShownSigner, 'positions'>): Pick<DocumentSigner, 'advanced'> {
  return positions ? { advanced: { signaturePlacement: { positions: [...positions] } } } : {};
}
