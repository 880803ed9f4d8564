import type { DocumentList } from '../../../contract/document.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { ServiceDeps } from '../deps.ts';

/** A page of the caller's documents, newest first (specification, section 4.2). */
export async function listDocuments(
  { store }: Pick<ServiceDeps, 'store'>,
  page: { readonly caller: Caller; readonly limit: number; readonly offset: number },
): Promise<DocumentList> {
  const { caller, limit, offset } = page;
  const { accountId } = caller.account;
  const documents = await store.listDocuments({ accountId, limit, offset });
  return { documents, limit, offset };
}
