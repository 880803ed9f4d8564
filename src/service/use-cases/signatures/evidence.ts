import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { REVOCATION_STATUSES } from '../../../pdf/trust/revocation/revocation.ts';
import type { AuditFact, Origin } from '../../domain/documents/audit.ts';
import type { SignatureAttempt } from '../../domain/documents/signature.ts';
import { NAME_FITS } from '../../domain/names/compare-names.ts';
import type { ArrivedAnswer } from '../../store/documents/kept-answers.ts';
import type { ServiceDeps } from '../deps.ts';
import { discardFile } from './discard-file.ts';

/** The audit trail's data of an embedded signature. */
export const SignatureFact = Type.Object({
  signerId: Type.String(),
  txn: Type.String(),
  field: Type.String(),
  /** SHA-256 of the signed bytes. */
  inputHash: Type.String(),
  /** SHA-256 of the file right after this signature. */
  sha256: Type.String(),
  cmsSha256: Type.String(),
  /** The time that the signature itself claims. Like policies and root, missing before it was recorded. */
  claimedAt: Type.Optional(Type.String()),
  /** The name in the certificate. */
  commonName: Type.String(),
  /** How the name that the signer was invited by fits it; by which version of the rules. Missing before they existed. */
  invited: Type.Optional(
    Type.Object({
      name: Type.String(),
      fit: Type.Enum([...NAME_FITS]),
      rules: Type.Integer(),
    }),
  ),
  /** The person in the certificate, as in `identityOf`. */
  identity: Type.Optional(Type.String()),
  /** Signing orders of other signers for whom the same identity signed before. */
  sharedWith: Type.Optional(Type.Array(Type.Integer())),
  /** The timestamp over the signature, or why there is none. Missing where none was asked for. */
  timestamp: Type.Optional(
    Type.Union([
      Type.Object({ at: Type.String(), authority: Type.String() }),
      Type.Object({ missing: Type.String() }),
    ]),
  ),
  certificate: Type.Object({
    subject: Type.String(),
    issuer: Type.String(),
    serialNumber: Type.String(),
    sha256: Type.String(),
    validFrom: Type.String(),
    validTo: Type.String(),
    policies: Type.Optional(Type.Array(Type.String())),
    revocation: Type.Optional(Type.Enum([...REVOCATION_STATUSES])),
    /** The root of the path that was checked; its SHA-256. */
    root: Type.Optional(Type.Object({ subject: Type.String(), sha256: Type.String() })),
  }),
});
export type SignatureFact = Static<typeof SignatureFact>;

/** Parses the data of an embedded signature. @throws {Error} when it is missing or malformed */
export const readSignatureFact = (data: unknown): SignatureFact => Value.Parse(SignatureFact, data);

/** An answer's fields as stored: evidence, and the source when an interrupted embedding resumes. */
export const answerBytes = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(fields));

/** The fields of a stored answer. */
export const answerFields = (stored: Buffer): Readonly<Record<string, string>> =>
  JSON.parse(stored.toString());

/** SHA-256 of a stored answer: identifies it in trail and log without repeating it. */
export const answerSha256 = (stored: Buffer): string =>
  createHash('sha256').update(stored).digest('hex');

/** An answer that led to no signature, and why. */
export interface FailedAnswer {
  /** Stable name of the reason, such as `signer_declined`. */
  readonly reason: string;
  readonly stored: Buffer;
  readonly origin: Origin;
}

/** The audit entry of an answer that led to no signature. */
export function failedFact(
  { signerId, txn }: Pick<SignatureAttempt, 'signerId' | 'txn'>,
  { reason, stored, origin }: FailedAnswer,
  at: Date,
): AuditFact {
  const data = { signerId, txn, reason, answerSha256: answerSha256(stored) };
  return { type: 'gateway.failed', at, origin, data };
}

/**
 * Ends the attempt whose return address received an unusable answer, and records the refusal. The signer can start
 * again immediately. Does nothing unless the attempt is at the gateway.
 */
export async function refuseAnswer(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'clock'>,
  txn: string,
  answer: FailedAnswer,
): Promise<void> {
  const { store, clock } = deps;
  const attempt = await store.findAttempt(txn);
  if (!attempt) return;
  const { documentId, signerId } = attempt;
  const { reason, stored, origin } = answer;
  const hasEnded = await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const locked = await tx.lockAttempt(txn);
    // Whatever else is posted, an answer that is set aside stays.
    if (locked?.state !== 'at_gateway' || locked.isSetAside) return false;
    await tx.changeAttempt(txn, { state: 'failed', answer: stored, reason });
    const from = { ...origin, actor: `signer:${signerId}` };
    const fact = failedFact(attempt, { ...answer, origin: from }, clock.now());
    await tx.appendAudit(documentId, [fact]);
    return true;
  });
  if (hasEnded) await discardFile(deps, attempt.preparedKey);
}

/**
 * Sets a kept answer aside whose judgings never came back, and records that: no process judges it again by itself, and the signer can
 * start again. False when it is no longer kept.
 */
export async function setAnswerAside(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  txn: string,
  { answer: stored, origin }: ArrivedAnswer,
): Promise<boolean> {
  const attempt = await store.findAttempt(txn);
  if (!attempt) return false;
  const { documentId, signerId } = attempt;
  return await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const locked = await tx.lockAttempt(txn);
    if (locked?.state !== 'at_gateway' || locked.isSetAside) return false;
    await tx.changeAttempt(txn, { resumeAt: null });
    const from = { ...origin, actor: `signer:${signerId}` };
    const failed = { reason: 'unreadable_answer', stored, origin: from };
    await tx.appendAudit(documentId, [failedFact(attempt, failed, clock.now())]);
    return true;
  });
}
