import type { Document } from '../../domain/document.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';

/** The refusal for a document that is missing or somebody else's: the two are not told apart. */
export const documentNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such document in this account.');

/**
 * The caller's own document.
 * @throws {DomainError} `not_found` when it is missing or another account's
 */
export async function findOwnDocument(
  { store }: Pick<ServiceDeps, 'store'>,
  { caller, documentId }: { readonly caller: Caller; readonly documentId: string },
): Promise<Document> {
  const document = await store.findDocument(documentId);
  if (document?.accountId !== caller.account.accountId) throw documentNotFound();
  return document;
}
