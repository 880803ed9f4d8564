import type { BrowserForm } from '../../ports/signing-gateway.ts';
import { GatewayMissing } from '../../ports/signing-gateway.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { AtGateway, ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import type { AuditFact, Origin } from '../evidence/audit.rules.ts';
import { attemptsOf, readView } from '../links/open-link.ts';
import type { SignerVisit, SigningView } from '../links/signing-view.ts';
import { findVisit } from '../links/signing-view.ts';
import { findGateway, gatewayOf, isAdmitted } from './choose-gateway.ts';
import { embedSignature } from './embed-signature.ts';
import { deleteFile } from './end-attempt.ts';
import { SignatureKept } from './not-embedded.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import type { Consent, SignatureAttempt } from './signature.rules.ts';
import { mayBeginAt, unanswerableBefore } from './signature.rules.ts';

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

export interface BeginRequest {
  readonly token: string;
  readonly consent: Consent;
  readonly gateway: string;
  /** The certificate's name that they agreed to show; null for the one on the invitation. */
  readonly shownName: string | null;
  readonly origin: Origin;
}

/** After too many attempts; they may begin again at this time. */
export interface BeginLater {
  readonly retryAt: Date;
}

/** The signature waits, its gateway is missing, or another gateway needs consent. */
export interface NotYet {
  readonly problem:
    | 'timestamp_unavailable'
    | 'files_unavailable'
    | 'gateway_missing'
    | 'authority-changed';
}

export type Begun = BrowserForm | SigningView | BeginLater | NotYet | undefined;

/**
 * Returns the form to submit to the authority. A second tab continues the first one's attempt.
 * Returns the view when there's nothing to sign now, or a later time after ten attempts in an hour;
 * undefined for a link that doesn't open its document.
 */
export async function beginSignature(deps: Deps, request: BeginRequest): Promise<Begun> {
  try {
    return await begin(deps, request);
  } catch (error) {
    if (error instanceof GatewayMissing) return { problem: 'gateway_missing' };
    if (error instanceof SignatureKept) return { problem: 'files_unavailable' };
    throw error;
  }
}

async function begin(deps: Deps, request: BeginRequest): Promise<Begun> {
  const visit = await findVisit(deps, request.token);
  const isOpen = visit && isOffered(request, visit.signer) && isTurnOf(visit, visit.document);
  if (!isOpen) return await readView(deps, request.token);
  const attempt = await continueOrOpen(deps, visit, request);
  if (attempt && !('txn' in attempt)) return attempt;
  const problem = attempt?.state === 'returned' && (await embedSignature(deps, attempt));
  if (problem === 'timestamp_unavailable') return { problem };
  // The attempt has failed, and it's still their turn.
  if (problem) return await begin(deps, request);
  if (attempt?.state !== 'at_gateway') return await readView(deps, request.token);
  return await gatewayOf(deps, attempt).begin({
    txn: attempt.txn,
    inputHash: attempt.inputHash,
    documentName: visit.document.name,
    signerName: visit.signer.name,
    // Identifies the attempt even if the answer is unreadable.
    returnUrl: `${deps.links.baseUrl}/gateway/return?txn=${attempt.txn}`,
    language: request.consent.text.language,
  });
}

const isTurnOf = ({ signer }: SignerVisit, document: Document): boolean =>
  nextSigner(document)?.signerId === signer.signerId;

/** Besides the invitation's name, only that of their last certificate is offered. */
const isOffered = ({ shownName }: BeginRequest, { certifiedName }: Signer): boolean =>
  shownName === null || shownName === certifiedName;

/**
 * A stored answer is embedded, however late. Without one, an attempt lasts until it expires or,
 * without its gateway, until no answer can be pending. One set aside isn't continued.
 */
function isContinued(
  deps: Deps,
  live: SignatureAttempt,
  wanted: Pick<SignerVisit & BeginRequest, 'signer' | 'shownName' | 'gateway'>,
): boolean {
  const { state, signerId, shownName, expiresAt } = live;
  const now = deps.clock.now();
  const gateway = findGateway(deps, live);
  const isSame = signerId === wanted.signer.signerId && shownName === wanted.shownName;
  if (state === 'returned') return true;
  if (live.isSetAside) return false;
  if (!gateway) return expiresAt > unanswerableBefore(now);
  return isSame && gateway.id === wanted.gateway && expiresAt > now;
}

async function continueOrOpen(deps: Deps, visit: SignerVisit, request: BeginRequest) {
  const { live, begunAt } = await deps.store.findAttempts(attemptsOf(visit, deps.clock.now()));
  if (live && isContinued(deps, live, { ...visit, ...request })) return live;
  return laterThan(begunAt) ?? (await openAttempt(deps, visit, request));
}

function laterThan(begunAt: readonly Date[]): BeginLater | undefined {
  const retryAt = mayBeginAt(begunAt);
  return retryAt && { retryAt };
}

/** Another tab may have opened one. Undefined if it's no longer their turn. */
async function openAttempt(
  deps: Deps,
  visit: SignerVisit,
  request: BeginRequest,
): Promise<SignatureAttempt | BeginLater | NotYet | undefined> {
  const { document } = visit;
  if (!document.head) return undefined;
  const date = deps.clock.now();
  const gateway = deps.gateways.find(({ id }) => id === request.gateway);
  if (!gateway || !(await isAdmitted(deps, gateway))) return { problem: 'authority-changed' };
  const { shownName } = request;
  const at = { ...deps, gateway };
  const attempt = await prepareAttempt(at, visit, { base: document.head, shownName, at: date });
  const { opened, over } = await deps.store.transaction(
    async (tx) => await claimTurn(tx, at, { visit, attempt, request }),
  );
  if (opened !== attempt) await deleteFile(deps, attempt.preparedKey);
  await deleteFile(deps, over?.preparedKey);
  return opened;
}

interface Claim {
  readonly visit: SignerVisit;
  readonly attempt: SignatureAttempt;
  readonly request: BeginRequest;
}

/** Makes the attempt the live one. Returns the one to continue, and the one it replaced. */
async function claimTurn(
  tx: StoreTransaction,
  deps: Deps & AtGateway,
  { visit, attempt, request }: Claim,
) {
  const { documentId, signerId } = attempt;
  const locked = await tx.lockDocument(documentId);
  if (!locked || !isTurnOf(visit, locked) || locked.head?.sha256 !== attempt.baseSha256)
    return { opened: undefined };
  const at = deps.clock.now();
  const { live, begunAt } = await tx.lockAttempts(attemptsOf(visit, at));
  if (live && isContinued(deps, live, { ...visit, ...request })) return { opened: live };
  const later = laterThan(begunAt);
  if (later) return { opened: later };
  if (live) await closeLapsed(tx, live, at);
  await tx.insertAttempt(attempt, at);
  const { consent, origin } = request;
  const from = { ...origin, actor: `signer:${signerId}` };
  await tx.appendAudit(documentId, beginFacts(deps, attempt, { origin: from, consent, at }));
  return { opened: attempt, over: live };
}

/** Ends an attempt whose answer would no longer fit. */
async function closeLapsed(tx: StoreTransaction, lapsed: SignatureAttempt, now: Date) {
  const state = lapsed.expiresAt <= now ? 'expired' : 'stale';
  await tx.changeAttempt(lapsed.txn, { state, reason: `a newer attempt took over (${state})` });
}

function beginFacts(
  { gateway }: AtGateway,
  { signerId, txn, inputHash, shownName }: SignatureAttempt,
  { origin, consent, at }: Pick<AuditFact, 'origin' | 'at'> & Pick<BeginRequest, 'consent'>,
): AuditFact[] {
  const data = { signerId, txn, inputHash, gateway: gateway.name };
  return [
    { type: 'consent.given', at, origin, data: { signerId, shownName, ...consent } },
    { type: 'otp.requested', at, origin, data },
  ];
}
