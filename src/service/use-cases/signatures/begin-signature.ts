import { randomBytes, randomUUID } from 'node:crypto';
import type { PreparedSignature } from '../../../pdf/signing/prepare.ts';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { Document, Signer, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { compareNames } from '../../domain/names/compare-names.ts';
import { placementsOf } from '../../domain/placement/arrange-signatures.ts';
import type { Consent, SignatureAttempt } from '../../domain/signature.ts';
import { fieldName } from '../../domain/signature.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';
import type { BrowserForm } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Visit } from '../links/find-visit.ts';
import { findVisit } from '../links/find-visit.ts';
import { readView } from '../links/open-link.ts';
import { retryTime } from '../links/retry-time.ts';
import type { SigningView } from '../links/signing-view.ts';
import { discardFile } from './discard-file.ts';
import { embedSignature } from './embed-signature.ts';

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

/** A signer's request to sign. */
export interface BeginRequest {
  readonly token: string;
  readonly consent: Consent;
  /** The certificate's name that they agreed to be shown by; null for the name that they were invited by. */
  readonly shownName: string | null;
  readonly origin: Origin;
}

/** The signer began too often; they may begin again at this time. */
export interface BeginLater {
  readonly retryAt: Date;
}

/** Their signature is here already, and cannot be embedded yet. */
export interface NotYet {
  readonly problem: 'timestamp_unavailable';
}

/**
 * Sends a signer to the certifying authority: prepares the revision to sign and returns the form that their browser
 * submits. A second tab continues the first one's attempt. Returns the view instead when there is nothing to sign now,
 * or a later time after ten attempts within an hour; undefined for a link that does not open its document.
 */
export async function beginSignature(
  deps: Deps,
  request: BeginRequest,
): Promise<BrowserForm | SigningView | BeginLater | NotYet | undefined> {
  const visit = await findVisit(deps, request.token);
  const isOpen = visit && isOffered(request, visit.signer) && isTurnOf(visit, visit.document);
  if (!isOpen) return await readView(deps, request.token);
  const live = await deps.store.findLiveAttempt(visit.document.documentId);
  const attempt =
    live && isContinued(live, { ...visit, ...request }, deps.clock.now())
      ? live
      : await openAttempt(deps, visit, request);
  if (attempt && 'retryAt' in attempt) return attempt;
  const problem = attempt?.state === 'returned' && (await embedSignature(deps, attempt.txn));
  if (problem === 'timestamp_unavailable') return { problem };
  // The attempt has failed, and it is still this signer's turn.
  if (problem) return await beginSignature(deps, request);
  if (attempt?.state !== 'at_gateway') return await readView(deps, request.token);
  return await deps.gateway.begin({
    txn: attempt.txn,
    inputHash: attempt.inputHash,
    documentName: visit.document.name,
    signerName: visit.signer.name,
    // Identifies the attempt even when the answer cannot be read.
    returnUrl: `${deps.links.baseUrl}/gateway/return?txn=${attempt.txn}`,
    language: request.consent.text.language,
  });
}

const isTurnOf = ({ signer }: Visit, document: Document): boolean =>
  nextSigner(document)?.signerId === signer.signerId;

/** Only the name of their own last certificate is offered beside the name that they were invited by. */
const isOffered = ({ shownName }: BeginRequest, { certifiedName }: Signer): boolean =>
  shownName === null || shownName === certifiedName;

/** A stored answer is embedded, however late. Without one, an attempt lasts until it expires. */
const isContinued = (
  { state, signerId, shownName, expiresAt }: SignatureAttempt,
  wanted: Pick<Visit & BeginRequest, 'signer' | 'shownName'>,
  now: Date,
) => {
  const isSame = signerId === wanted.signer.signerId && shownName === wanted.shownName;
  return state === 'returned' || (isSame && expiresAt > now);
};

/**
 * Stores an attempt, unless another tab opened one in the meantime or the signer began too often. Undefined when it is no
 * longer the signer's turn.
 */
async function openAttempt(
  deps: Deps,
  visit: Visit,
  request: BeginRequest,
): Promise<SignatureAttempt | BeginLater | undefined> {
  const { document } = visit;
  if (!document.head) return undefined;
  const date = deps.clock.now();
  const retryAt = await retryTime(deps.store, visit, date);
  if (retryAt) return { retryAt };
  const { shownName } = request;
  const prepared = await prepare(deps, visit, { date, shownName });
  const made = { base: document.head, prepared, shownName, at: date };
  const attempt = await storeAttempt(deps, visit, made);
  const { opened, over } = await deps.store.transaction(
    async (tx) => await claimTurn(tx, deps, { visit, attempt, request }),
  );
  if (opened !== attempt) await discardFile(deps, attempt.preparedKey);
  if (over) await discardFile(deps, over.preparedKey);
  return opened;
}

interface Claim {
  readonly visit: Visit;
  readonly attempt: SignatureAttempt;
  readonly request: BeginRequest;
}

/** Makes the attempt the document's live one. Returns the one to go on with, and the one that it replaced. */
async function claimTurn(tx: StoreTransaction, deps: Deps, { visit, attempt, request }: Claim) {
  const { documentId, signerId } = attempt;
  const locked = await tx.lockDocument(documentId);
  if (!locked || !isTurnOf(visit, locked) || locked.head?.sha256 !== attempt.baseSha256)
    return { opened: undefined };
  const at = deps.clock.now();
  const live = await tx.lockLiveAttempt(documentId);
  if (live && isContinued(live, { ...visit, ...request }, at)) return { opened: live };
  const retryAt = await retryTime(tx, visit, at);
  if (retryAt) return { opened: { retryAt } };
  if (live) await closeLapsed(tx, live, at);
  await tx.insertAttempt(attempt);
  await tx.changeSigner(signerId, { consentedAt: at });
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

/** A certificate's name that is not the invited one stands above it. */
function namesOn({ name }: Signer, shownName: string | null) {
  if (shownName === null || compareNames(name, shownName) === 'match')
    return { name: shownName ?? name };
  return { name: shownName, invitedAs: name };
}

async function prepare(
  deps: Deps,
  visit: Visit,
  { date, shownName }: { readonly date: Date; readonly shownName: string | null },
): Promise<PreparedSignature> {
  const { document, signer } = visit;
  const { head } = document;
  const placed = placementsOf(document);
  const rects = placed.find(({ signerId }) => signerId === signer.signerId)?.positions ?? [];
  const { prepareSignature } = await import('../../../pdf/signing/prepare.ts');
  const bytes = await deps.files.read(head?.key ?? '', head ?? undefined);
  return await prepareSignature(bytes, {
    field: fieldName(signer.signingOrder),
    ...namesOn(signer, shownName),
    rects,
    date,
    reason: `Signed by OTP as signer ${signer.signingOrder} of ${document.signers.length}`,
    test: deps.gateway.isTest,
    otherwise: signer.email,
    certify: document.signers.every(({ signedAt }) => signedAt === null),
    reserve: deps.gateway.reserve,
    subFilter: deps.gateway.subFilter,
    fonts: await deps.fonts(),
  });
}

interface Prepared {
  readonly base: StoredFile;
  readonly prepared: PreparedSignature;
  readonly shownName: string | null;
  readonly at: Date;
}

async function storeAttempt(
  { files, gateway }: Deps,
  { document, signer }: Visit,
  { base, prepared, shownName, at }: Prepared,
): Promise<SignatureAttempt> {
  const preparedKey = `documents/${document.documentId}/attempt-${randomUUID()}.pdf`;
  await files.write(preparedKey, prepared.bytes);
  return {
    txn: `ESIGN-${randomBytes(16).toString('hex')}`,
    documentId: document.documentId,
    signerId: signer.signerId,
    state: 'at_gateway',
    baseSha256: base.sha256,
    inputHash: prepared.sha256,
    preparedKey,
    contentsAt: prepared.contentsAt,
    reserve: prepared.reserve,
    shownName,
    createdAt: at,
    expiresAt: new Date(at.getTime() + gateway.sessionMs),
    answer: null,
    reason: null,
    failures: 0,
  };
}

function beginFacts(
  { gateway }: Deps,
  { signerId, txn, inputHash, shownName }: SignatureAttempt,
  { origin, consent, at }: Pick<AuditFact, 'origin' | 'at'> & Pick<BeginRequest, 'consent'>,
): AuditFact[] {
  const data = { signerId, txn, inputHash, gateway: gateway.name };
  return [
    { type: 'consent.given', at, origin, data: { signerId, shownName, ...consent } },
    { type: 'otp.requested', at, origin, data },
  ];
}
