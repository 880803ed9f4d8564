import { randomBytes, randomUUID } from 'node:crypto';
import type { PreparedSignature } from '../../../pdf/signing/prepare.ts';
import { prepareSignature } from '../../../pdf/signing/prepare.ts';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { placementsOf } from '../../domain/placement/arrange-signatures.ts';
import type { SignatureAttempt } from '../../domain/signature.ts';
import { fieldName } from '../../domain/signature.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';
import type { BrowserForm } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import { embedSignature } from './embed-signature.ts';
import type { SigningView, Visit } from './open-link.ts';
import { findVisit, readView } from './open-link.ts';

type Deps = Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>;

/** Longest signer name in the authority's form; names themselves have no limit. */
const SHOWN_NAME = 200;

/** A signer's request to sign. */
export interface BeginRequest {
  readonly token: string;
  /** The signer agreed to sign electronically. */
  readonly consent: boolean;
  readonly origin: Origin;
}

/**
 * Sends a signer to the certifying authority: prepares the revision to sign and returns the form that their browser
 * submits. A second tab continues the first one's attempt. Returns the view instead when there is nothing to sign now;
 * undefined for an invalid link.
 */
export async function beginSignature(
  deps: Deps,
  request: BeginRequest,
): Promise<BrowserForm | SigningView | undefined> {
  const visit = await findVisit(deps, request.token);
  if (!visit || !request.consent || !isTurnOf(visit, visit.document)) {
    return await readView(deps, request.token);
  }
  const live = await deps.store.findLiveAttempt(visit.document.documentId);
  const attempt =
    live && isContinued(live, visit, deps.clock.now())
      ? live
      : await openAttempt(deps, visit, request);
  const problem = attempt?.state === 'returned' && (await embedSignature(deps, attempt.txn));
  // The attempt has failed, and it is still this signer's turn.
  if (problem) return await beginSignature(deps, request);
  if (attempt?.state !== 'at_gateway') return await readView(deps, request.token);
  return await deps.gateway.begin({
    txn: attempt.txn,
    inputHash: attempt.inputHash,
    documentName: visit.document.name,
    signerName: [...visit.signer.name].slice(0, SHOWN_NAME).join(''),
    // Identifies the attempt even when the answer cannot be read.
    returnUrl: `${deps.links.baseUrl}/gateway/return?txn=${attempt.txn}`,
  });
}

const isTurnOf = ({ signer }: Visit, document: Document): boolean =>
  nextSigner(document)?.signerId === signer.signerId;

/** A stored answer is embedded, however late. Without one, an attempt lasts until it expires. */
const isContinued = (
  { state, signerId, expiresAt }: SignatureAttempt,
  { signer }: Visit,
  now: Date,
) => state === 'returned' || (signerId === signer.signerId && expiresAt > now);

/** Stores an attempt, unless another tab opened one in the meantime. Undefined when it is no longer the signer's turn. */
async function openAttempt(
  deps: Deps,
  visit: Visit,
  { origin }: BeginRequest,
): Promise<SignatureAttempt | undefined> {
  const { document, signer } = visit;
  if (!document.head) return undefined;
  const date = deps.clock.now();
  const prepared = await prepare(deps, visit, date);
  const attempt = await storeAttempt(deps, visit, { base: document.head, prepared, at: date });
  const from = { ...origin, actor: `signer:${signer.signerId}` };
  const winner = await deps.store.transaction(async (tx) => {
    const locked = await tx.lockDocument(document.documentId);
    if (!locked || !isTurnOf(visit, locked) || locked.head?.sha256 !== attempt.baseSha256)
      return undefined;
    const at = deps.clock.now();
    const live = await tx.lockLiveAttempt(document.documentId);
    if (live && isContinued(live, visit, at)) return live;
    if (live) await closeLapsed(tx, live, at);
    await tx.insertAttempt(attempt);
    await tx.changeSigner(signer.signerId, { consentedAt: at });
    await tx.appendAudit(document.documentId, beginFacts(deps, attempt, { origin: from, at }));
    return attempt;
  });
  if (winner !== attempt) await deps.files.remove(attempt.preparedKey);
  return winner;
}

/** Ends an attempt whose answer would no longer fit. */
async function closeLapsed(tx: StoreTransaction, lapsed: SignatureAttempt, now: Date) {
  const state = lapsed.expiresAt <= now ? 'expired' : 'stale';
  await tx.changeAttempt(lapsed.txn, { state, reason: `a newer attempt took over (${state})` });
}

async function prepare(deps: Deps, visit: Visit, date: Date): Promise<PreparedSignature> {
  const { document, signer } = visit;
  const placed = placementsOf(document);
  const rects = placed.find(({ signerId }) => signerId === signer.signerId)?.positions ?? [];
  return await prepareSignature(await deps.files.read(document.head?.key ?? ''), {
    field: fieldName(signer.signingOrder),
    name: signer.name,
    rects,
    date,
    reason: `Signed by OTP as signer ${signer.signingOrder} of ${document.signers.length}`,
    test: deps.gateway.isTest,
    otherwise: signer.email,
    certify: document.signers.every(({ signedAt }) => signedAt === null),
    reserve: deps.gateway.reserve,
    subFilter: deps.gateway.subFilter,
    fonts: deps.fonts,
  });
}

interface Prepared {
  readonly base: StoredFile;
  readonly prepared: PreparedSignature;
  readonly at: Date;
}

async function storeAttempt(
  { files, gateway }: Deps,
  { document, signer }: Visit,
  { base, prepared, at }: Prepared,
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
    createdAt: at,
    expiresAt: new Date(at.getTime() + gateway.sessionMs),
    answer: null,
    reason: null,
    failures: 0,
  };
}

function beginFacts(
  { gateway }: Deps,
  { signerId, txn, inputHash }: SignatureAttempt,
  { origin, at }: Pick<AuditFact, 'origin' | 'at'>,
): AuditFact[] {
  const data = { signerId, txn, inputHash, gateway: gateway.name };
  return [
    { type: 'consent.given', at, origin, data: { signerId } },
    { type: 'otp.requested', at, origin, data },
  ];
}
