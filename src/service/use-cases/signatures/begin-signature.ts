import { randomBytes, randomUUID } from 'node:crypto';
import type { PreparedSignature } from '../../../pdf/signing/prepare.ts';
import { prepareSignature } from '../../../pdf/signing/prepare.ts';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { Document, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { placeSigners } from '../../domain/placement.ts';
import type { SignatureAttempt } from '../../domain/signature.ts';
import { fieldName } from '../../domain/signature.ts';
import type { StoreTransaction } from '../../ports/document-store.ts';
import type { BrowserForm } from '../../ports/signing-gateway.ts';
import type { ServiceDeps } from '../deps.ts';
import { embedSignature } from './embed-signature.ts';
import { readView } from './open-link.ts';
import type { SigningView, Visit } from './signing-view.ts';
import { findVisit } from './signing-view.ts';

type Deps = Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>;

/** Most characters of a signer's name that the authority is told: names have no upper limit, its form has. */
const SHOWN_NAME = 200;

/** A signer's wish to sign. */
export interface BeginRequest {
  readonly token: string;
  /** The signer agreed to sign electronically. */
  readonly consent: boolean;
  readonly origin: Origin;
}

/**
 * Takes a signer to the certifying authority: prepares the revision that they sign and answers the form that their
 * browser submits. A second tab goes on with the first one's attempt. Answers the view instead where there is
 * nothing to sign now; undefined for a link not ours.
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
  const isGoingOn = live && goesOn(live, visit, deps.clock.now());
  const attempt = isGoingOn ? live : await openAttempt(deps, visit, request);
  const problem = attempt?.state === 'returned' && (await embedSignature(deps, attempt.txn));
  // That attempt is over then, and the turn is still this signer's.
  if (problem) return await beginSignature(deps, request);
  if (attempt?.state !== 'at_gateway') return await readView(deps, request.token);
  return await deps.gateway.begin({
    txn: attempt.txn,
    inputHash: attempt.inputHash,
    documentName: visit.document.name,
    signerName: [...visit.signer.name].slice(0, SHOWN_NAME).join(''),
    // Names the attempt, so that what comes back is known for its own even where it cannot be read.
    returnUrl: `${deps.links.baseUrl}/gateway/return?txn=${attempt.txn}`,
  });
}

const isTurnOf = ({ signer }: Visit, document: Document): boolean =>
  nextSigner(document)?.signerId === signer.signerId;

/** An answer that came is embedded, however late; without one, an attempt lasts until its time is over. */
const goesOn = ({ state, signerId, expiresAt }: SignatureAttempt, { signer }: Visit, now: Date) =>
  state === 'returned' || (signerId === signer.signerId && expiresAt > now);

/** Undefined when it is no longer this signer's turn; an attempt that another tab opened meanwhile is the signer's. */
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
  const standing = await deps.store.transaction(async (tx) => {
    const locked = await tx.lockDocument(document.documentId);
    if (!locked || !isTurnOf(visit, locked) || locked.head?.sha256 !== attempt.baseSha256)
      return undefined;
    const at = deps.clock.now();
    const live = await tx.lockLiveAttempt(document.documentId);
    if (live && goesOn(live, visit, at)) return live;
    if (live) await closeLapsed(tx, live, at);
    await tx.insertAttempt(attempt);
    await tx.changeSigner(signer.signerId, { consentedAt: at });
    await tx.appendAudit(document.documentId, beginFacts(deps, attempt, { origin: from, at }));
    return attempt;
  });
  if (standing !== attempt) await deps.files.remove(attempt.preparedKey);
  return standing;
}

/** An attempt before this one gives way: its answer would not fit any more. */
async function closeLapsed(tx: StoreTransaction, lapsed: SignatureAttempt, now: Date) {
  const state = lapsed.expiresAt <= now ? 'expired' : 'stale';
  await tx.changeAttempt(lapsed.txn, { state, reason: `a newer attempt took over (${state})` });
}

async function prepare(deps: Deps, visit: Visit, date: Date): Promise<PreparedSignature> {
  const { document, signer } = visit;
  const placed = placeSigners(document.pages, document.signers);
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
