import type { AttemptsOfSigner } from '../../store/documents/attempts.sql.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { fileNameOf } from '../documents/document.rules.ts';
import { extraEvent } from '../documents/document-events.rules.ts';
import type { DocumentState } from '../documents/document-states.rules.ts';
import { documentState, mayRenew } from '../documents/document-states.rules.ts';
import type { OpenRevision } from '../documents/open-files.ts';
import { revisionOf } from '../documents/open-files.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { SigningFailure } from '../signing/causes.rules.ts';
import { attemptsCountAfter, mayBeginAt } from '../signing/signature.rules.ts';
import { readSigningToken } from './links.rules.ts';
import { listedReturn } from './return-url.rules.ts';
import type { SignerVisit, SigningView, ViewDeps } from './signing-view.ts';
import { findLink, findVisit, viewFor } from './signing-view.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

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
    const from = { ...origin, actor: `signer:${signerId}` };
    const data = { signerId };
    await tx.appendAudit(documentId, [{ type: 'link.opened', at, origin: from, data }]);
    const event = extraEvent(document, { event: 'signer.opened', signerId }, at);
    await tx.emitEvent({ accountId, documentId, event }, at);
  });
}

/**
 * Keeps the address that a link was opened with for all visits of its signer. Returns the document
 * of one whose origin the account does not list: it is ignored, and the one before stays.
 */
export async function keepReturn(
  deps: Deps,
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

export interface SigningDocument extends OpenRevision {
  /** Records the first request through the link. */
  recordView(origin: Origin): Promise<void>;
}

/** The revision that the signer will sign. Undefined for a link that doesn't open its document. */
export async function findSigningDocument(
  deps: Deps & Pick<ServiceDeps, 'files' | 'pdf'>,
  token: string,
): Promise<SigningDocument | undefined> {
  const visit = await findVisit(deps, token);
  const file = visit?.document.head;
  if (!file) return undefined;
  const { document } = visit;
  const isSigned = document.status === 'COMPLETED';
  const fileName = isSigned ? fileNameOf(document, 'signed') : document.name;
  const recordView = (origin: Origin) =>
    recordFirstView(deps, visit, { sha256: file.sha256, origin });
  return { ...revisionOf(deps, document, { file, fileName }), recordView };
}

/** Viewers request many ranges, so lock the document only if there's something to record. */
async function recordFirstView(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { document: { documentId }, signer: { signerId } }: SignerVisit,
  { sha256, origin }: { readonly sha256: string; readonly origin: Origin },
): Promise<void> {
  const type = 'document.viewed';
  const isRecordedBy = async ({ readAudit }: Pick<StoreTransaction, 'readAudit'>) =>
    (await readAudit(documentId, { type })).some(({ data }) => data.signerId === signerId);
  if (await isRecordedBy(store)) return;
  await store.transaction(async (tx) => {
    if (!(await tx.lockDocument(documentId)) || (await isRecordedBy(tx))) return;
    const from = { ...origin, actor: `signer:${signerId}` };
    const data = { signerId, sha256 };
    await tx.appendAudit(documentId, [{ type, at: clock.now(), origin: from, data }]);
  });
}

/** The attempts that decide whether a signer may begin. */
export const attemptsOf = (
  { document: { documentId }, signer: { signerId } }: SignerVisit,
  now: Date,
): AttemptsOfSigner => ({ documentId, signerId, after: attemptsCountAfter(now) });

/**
 * When a signer with too many attempts may begin again; undefined means now, and for a link that
 * doesn't open its document.
 */
export async function readRetryTime(deps: Deps, token: string): Promise<Date | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  return mayBeginAt((await deps.store.findAttempts(attemptsOf(visit, deps.clock.now()))).begunAt);
}

interface SenderFacts {
  readonly senderName: string;
  readonly sender: Pick<Account, 'colour' | 'logoHash'>;
  readonly documentName: string;
}

/** Of a link whose time is over, or that a newer one replaced. Names no signer. */
export interface ExpiredLink extends SenderFacts {
  readonly state: 'expired';
  readonly documentState: DocumentState;
  readonly sentAt: Date | null;
  readonly completedAt: Date | null;
  /** Null for a link that was replaced. */
  readonly until: Date | null;
  readonly hasSigned: boolean;
  /** The signer may have a new link mailed to themselves. */
  readonly isRenewable: boolean;
  /** Somebody is mailed when they do. */
  readonly isSenderMailed: boolean;
}

/** Why a link no longer opens its document. */
export type LinkEnding =
  | (SenderFacts & { readonly state: 'withdrawn'; readonly reason: string })
  | ExpiredLink
  /** Known because this service made the link. */
  | { readonly state: 'removed' };

/** For an account that was just erased. */
const NOBODY = { name: '', colour: null, logoHash: null, newLinks: false, isMailed: false };

/** Undefined for a link that opens its document, or wasn't made by this service. */
export async function readEnding(deps: Deps, token: string): Promise<LinkEnding | undefined> {
  const link = await findLink(deps, token);
  if (!link) return (await isOfRemoved(deps, token)) ? { state: 'removed' } : undefined;
  if (!link.ended) return undefined;
  const { document, signer, ended: state, isReplaced } = link;
  const sender = link.sender ?? NOBODY;
  const about = { senderName: sender.name, sender, documentName: document.name };
  if (state === 'withdrawn') return { ...about, state, reason: document.withdrawalReason ?? '' };
  return {
    ...about,
    state,
    documentState: documentState(document),
    sentAt: document.sentAt,
    completedAt: document.completedAt,
    until: isReplaced ? null : document.linksUntil,
    hasSigned: signer.signedAt !== null,
    isRenewable: mayRenew(document, signer, sender),
    isSenderMailed: sender.isMailed,
  };
}

async function isOfRemoved({ store, links }: Deps, token: string): Promise<boolean> {
  const subject = readSigningToken(links, token);
  return subject !== undefined && !(await store.findDocumentOfSigner(subject.signerId));
}
