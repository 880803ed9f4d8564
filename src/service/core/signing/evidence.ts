import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { REVOCATION_STATUSES } from '../../../pdf/trust/revocation/revocation.ts';
import type { AttemptChange } from '../../store/documents/attempts.sql.ts';
import type { ArrivedAnswer } from '../../store/documents/kept-answers.sql.ts';
import { NAME_FITS } from '../compare-names.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import type { AuditFact, Origin } from '../evidence/audit.rules.ts';
import { advanceAttempt } from './end-attempt.ts';
import type { SignatureAttempt } from './signature.rules.ts';

/** The audit trail's data on an embedded signature. */
export const SignatureFact = Type.Object({
  signerId: Type.String(),
  txn: Type.String(),
  field: Type.String(),
  /** Of the signed bytes. */
  inputHash: Type.String(),
  /** Of the file right after this signature. */
  sha256: Type.String(),
  cmsSha256: Type.String(),
  /** Claimed by the signature itself. Missing in old entries, like policies and root. */
  claimedAt: Type.Optional(Type.String()),
  commonName: Type.String(),
  /** How the invited name fits, by which version of the rules. Missing in older entries. */
  invited: Type.Optional(
    Type.Object({
      name: Type.String(),
      fit: Type.Enum([...NAME_FITS]),
      rules: Type.Integer(),
    }),
  ),
  /** The person in the certificate, as from `identityOf`. */
  identity: Type.Optional(Type.String()),
  /** Signing orders of others for whom the same identity signed before. */
  sharedWith: Type.Optional(Type.Array(Type.Integer())),
  /** The signature's timestamp, or why there is none. Missing if none was requested. */
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
    /** Root of the checked path; its SHA-256. */
    root: Type.Optional(Type.Object({ subject: Type.String(), sha256: Type.String() })),
  }),
});
export type SignatureFact = Static<typeof SignatureFact>;

/** @throws {Error} when the data is missing or malformed */
export const readSignatureFact = (data: unknown): SignatureFact => Value.Parse(SignatureFact, data);

/** As stored: evidence, and the source for resuming an interrupted embedding. */
export const answerBytes = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(fields));

export const answerFields = (stored: Buffer): Readonly<Record<string, string>> =>
  JSON.parse(stored.toString());

/** Identifies an answer in trail and log without repeating it. */
export const answerSha256 = (stored: Buffer): string =>
  createHash('sha256').update(stored).digest('hex');

export interface FailedAnswer {
  /** Stable name, such as `signer_declined`. */
  readonly reason: string;
  readonly stored: Buffer;
  readonly origin: Origin;
}

export function failedFact(
  { signerId, txn }: Pick<SignatureAttempt, 'signerId' | 'txn'>,
  { reason, stored, origin }: FailedAnswer,
  at: Date,
): AuditFact {
  const data = { signerId, txn, reason, answerSha256: answerSha256(stored) };
  return { type: 'gateway.failed', at, origin, data };
}

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'clock'>;

/** False, without effect, unless it waits for an answer: one that was set aside stays. */
async function failWaiting(
  deps: Deps,
  { txn, origin, ...answer }: FailedAnswer & Pick<SignatureAttempt, 'txn'>,
  change: AttemptChange,
): Promise<boolean> {
  const attempt = await deps.store.findAttempt(txn);
  if (!attempt) return false;
  const failed = { ...answer, origin: { ...origin, actor: `signer:${attempt.signerId}` } };
  return await advanceAttempt(deps, attempt, (locked) => {
    if (locked?.state !== 'at_gateway' || locked.isSetAside) return { result: false };
    return { change, facts: [failedFact(attempt, failed, deps.clock.now())], result: true };
  });
}

/** The signer can start again immediately. No effect unless the attempt is at the gateway. */
export async function refuseAnswer(deps: Deps, txn: string, answer: FailedAnswer): Promise<void> {
  const { stored, reason } = answer;
  await failWaiting(deps, { ...answer, txn }, { state: 'failed', answer: stored, reason });
}

/** It's never judged automatically again; the signer can start over. False if no longer kept. */
export const setAnswerAside = (
  deps: Deps,
  txn: string,
  { answer: stored, origin }: ArrivedAnswer,
): Promise<boolean> =>
  failWaiting(deps, { txn, reason: 'unreadable_answer', stored, origin }, { resumeAt: null });
