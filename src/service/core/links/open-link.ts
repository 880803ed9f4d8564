import { extraEvent } from '../documents/document-events.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { SigningFailure } from '../signing/signature.rules.ts';
import type { SignerVisit, SigningView, ViewDeps } from './signing-view.ts';
import { findVisit, viewFor } from './signing-view.ts';

/** Records the first opening. Undefined for a link that doesn't open its document. */
export async function openLink(
  deps: ViewDeps,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  if (!visit.signer.openedAt) await recordOpening(deps, visit, origin);
  return await viewFor(deps, visit);
}

/** Doesn't record an opening: for pages that poll. */
export async function readView(deps: ViewDeps, token: string): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  return visit && (await viewFor(deps, visit));
}

/** For an open attempt whose answer was set aside: the signer may start again. */
export async function openProblem(
  { store }: ViewDeps,
  { state, documentId }: SigningView,
): Promise<SigningFailure | undefined> {
  if (state !== 'your-turn') return undefined;
  const live = await store.findLiveAttempt(documentId);
  return live?.isSetAside ? 'unreadable_answer' : undefined;
}

async function recordOpening(
  { store, clock }: ViewDeps,
  visit: SignerVisit,
  origin: Origin,
): Promise<void> {
  const { documentId, accountId } = visit.document;
  const { signerId } = visit.signer;
  await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
    if (!document || !signer || signer.openedAt) return;
    const at = clock.now();
    await tx.changeDocument(documentId, { updatedAt: at, signer: { signerId, openedAt: at } });
    const actor = `signer:${signerId}`;
    const fact = {
      type: 'link.opened' as const,
      at,
      origin: { ...origin, actor },
      data: { signerId },
    };
    await tx.appendAudit(documentId, [fact]);
    const event = extraEvent(document, { event: 'signer.opened', signerId }, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
  });
}
