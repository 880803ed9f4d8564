import { extraEvent } from '../../webhooks/events.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { SigningFailure } from '../signing/signature.rules.ts';
import { hasEnded, readSigningToken } from './links.rules.ts';
import type { SigningView, ViewDeps } from './signing-view.ts';
import { viewFor } from './signing-view.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

export interface Visit {
  readonly document: Document;
  readonly signer: Signer;
}

/** `ended` is null while the link opens its document. */
interface FoundLink extends Visit {
  readonly ended: 'withdrawn' | 'expired' | null;
}

/** Undefined if this service didn't make it, or its document isn't sent. */
export async function findLink(
  { store, links, clock }: Deps,
  token: string,
): Promise<FoundLink | undefined> {
  const subject = readSigningToken(links, token);
  const document = subject && (await store.findDocumentOfSigner(subject.signerId));
  const signer = document?.signers.find(({ signerId }) => signerId === subject?.signerId);
  if (!document || !signer || document.status === 'PENDING') return undefined;
  const isOld = subject.linkGeneration !== signer.linkGeneration;
  if (isOld || hasEnded(document, clock.now())) return { document, signer, ended: 'expired' };
  return { document, signer, ended: document.withdrawnAt ? 'withdrawn' : null };
}

/** Undefined unless the link opens its document. */
export async function findVisit(deps: Deps, token: string): Promise<Visit | undefined> {
  const link = await findLink(deps, token);
  return link?.ended === null ? link : undefined;
}

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
  visit: Visit,
  origin: Origin,
): Promise<void> {
  const { documentId, accountId } = visit.document;
  const { signerId } = visit.signer;
  await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
    if (!document || !signer || signer.openedAt) return;
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
    const event = extraEvent(document, { event: 'signer.opened', signerId }, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
  });
}
