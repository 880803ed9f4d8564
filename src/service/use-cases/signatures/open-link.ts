import type { Origin } from '../../domain/audit.ts';
import type { ServiceDeps } from '../deps.ts';
import type { SigningView, Visit } from './signing-view.ts';
import { findVisit, viewFor } from './signing-view.ts';

type Deps = Pick<ServiceDeps, 'store' | 'gateway' | 'links' | 'clock'>;

/** Shows a signer their document and records the first time that they opened it; undefined for a link not ours. */
export async function openLink(
  deps: Deps,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  if (!visit.signer.openedAt) await recordOpening(deps, visit, origin);
  return await viewFor(deps, visit);
}

/** What a signer is shown, without recording that they looked: for pages that wait. */
export async function readView(deps: Deps, token: string): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  return visit && (await viewFor(deps, visit));
}

async function recordOpening({ store, clock }: Deps, visit: Visit, origin: Origin): Promise<void> {
  const { documentId } = visit.document;
  const { signerId } = visit.signer;
  await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
    if (!signer || signer.openedAt) return;
    const at = clock.now();
    await tx.changeSigner(signerId, { openedAt: at });
    await tx.changeDocument(documentId, { updatedAt: at });
    const actor = `signer:${signerId}`;
    const fact = {
      type: 'link.opened' as const,
      at,
      origin: { ...origin, actor },
      data: { signerId },
    };
    await tx.appendAudit(documentId, [fact]);
  });
}
