import { createHash } from 'node:crypto';
import type { AuditFact, Origin } from '../../domain/audit.ts';
import type { SignatureAttempt } from '../../domain/signature.ts';

/** An answer's fields as they are kept: evidence, and what an interrupted embedding resumes from. */
export const answerBytes = (fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(fields));

/** SHA-256 of an answer as it is kept: names in trail and log what was refused, without repeating it. */
export const answerSha256 = (stored: Buffer): string =>
  createHash('sha256').update(stored).digest('hex');

/** An answer that signs nothing, and why. */
export interface FailedAnswer {
  /** Stable name of the reason, such as `signer_declined`. */
  readonly reason: string;
  readonly stored: Buffer;
  readonly origin: Origin;
}

/** What the audit trail keeps of an answer that signed nothing. */
export function failedFact(
  { signerId, txn }: Pick<SignatureAttempt, 'signerId' | 'txn'>,
  { reason, stored, origin }: FailedAnswer,
  at: Date,
): AuditFact {
  const data = { signerId, txn, reason, answerSha256: answerSha256(stored) };
  return { type: 'gateway.failed', at, origin, data };
}
