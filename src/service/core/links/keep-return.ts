import type { ServiceDeps } from '../deps.ts';
import { listedReturn } from './return-url.rules.ts';
import { findVisit } from './signing-view.ts';

/**
 * Keeps the address that a link was opened with for all visits of its signer. Returns the document
 * of one whose origin the account does not list: it is ignored, and the one before stays.
 */
export async function keepReturn(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  { token, address }: { readonly token: string; readonly address: unknown },
): Promise<{ readonly accountId: string; readonly documentId: string } | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  const { signerId, returnUrl } = visit.signer;
  const { accountId, documentId } = visit.document;
  const url =
    typeof address === 'string'
      ? listedReturn(address, visit.sender?.returnOrigins ?? null)
      : undefined;
  if (!url) return { accountId, documentId };
  if (url.href === returnUrl) return undefined;
  await deps.store.transaction(async (tx) => {
    const isThere = await tx.lockDocument(documentId);
    if (isThere) await tx.changeSigner(signerId, { returnUrl: url.href });
  });
  return undefined;
}
