import { isFreshAnswer } from '../domain/answer-freshness.ts';
import type { Origin } from '../domain/audit.ts';
import { signingToken } from '../domain/link-tokens.ts';
import type { SignatureAttempt } from '../domain/signature.ts';
import type { StoreTransaction } from '../ports/document-store.ts';
import type { GatewayAnswer } from '../ports/signing-gateway.ts';
import type { ServiceDeps } from './deps.ts';
import { embedSignature } from './embed-signature.ts';

/** Fields that the signer's browser brought back from the authority. */
export interface FinishRequest {
  readonly fields: Readonly<Record<string, string>>;
  readonly origin: Origin;
}

/** Where the signer goes on, and why nothing was signed, if so. */
export interface Finished {
  readonly token: string;
  readonly message: string | null;
}

const TOO_LATE = 'This signing session is over. Nothing was signed by it. Start again.';

/**
 * Takes the authority's answer: stores it, then embeds its signature. The same answer brought twice shows the same
 * result; any other answer to a finished attempt is refused. Undefined for a transaction that is not ours.
 * @throws {GatewayAnswerRefused} when the answer is malformed or not the authority's
 */
export async function finishSignature(
  deps: Omit<ServiceDeps, 'pdf' | 'version' | 'seal'>,
  { fields, origin }: FinishRequest,
): Promise<Finished | undefined> {
  const read = await deps.gateway.complete(fields);
  const attempt = await deps.store.findAttempt(read.txn);
  if (!attempt) return undefined;
  const token = signingToken(deps.links.secret, attempt.signerId);
  const stored = Buffer.from(JSON.stringify(fields));
  const at = deps.clock.now();
  const answer = freshOf(read, attempt, at);
  const claim = await deps.store.transaction(async (tx) => {
    await tx.lockDocument(attempt.documentId);
    const locked = await tx.lockAttempt(attempt.txn);
    const arrived = { answer, stored, origin, at };
    if (!locked) return { isEmbeddable: false, message: TOO_LATE };
    if (locked.state === 'at_gateway') return await recordAnswer(tx, locked, arrived);
    if (locked.answer === null) await recordLateAnswer(tx, locked, arrived);
    return repeated(locked, stored);
  });
  if (claim.message || !claim.isEmbeddable) return { token, message: claim.message };
  return { token, message: await embedSignature(deps, attempt.txn) };
}

/** An answer made at another time than this attempt's is a failure of it. */
function freshOf(answer: GatewayAnswer, attempt: SignatureAttempt, now: Date): GatewayAnswer {
  const { txn, answeredAt } = answer;
  if (isFreshAnswer({ answeredAt, requestedAt: attempt.createdAt, now })) return answer;
  return { outcome: 'failed', txn, answeredAt, reason: 'stale', message: TOO_LATE };
}

interface Claim {
  readonly isEmbeddable: boolean;
  readonly message: string | null;
}

/** What a second delivery shows: the first one's result for the same bytes, a refusal for others. */
function repeated(attempt: SignatureAttempt, stored: Buffer): Claim {
  if (!attempt.answer?.equals(stored)) return { isEmbeddable: false, message: TOO_LATE };
  const isDone = attempt.state === 'embedded';
  const isEmbeddable = attempt.state === 'returned';
  return { isEmbeddable, message: isDone || isEmbeddable ? null : TOO_LATE };
}

interface Arrived {
  readonly answer: GatewayAnswer;
  readonly stored: Buffer;
  readonly origin: Origin;
  readonly at: Date;
}

/** The first answer to an attempt that gave way is kept as evidence; it signs nothing. */
async function recordLateAnswer(
  tx: StoreTransaction,
  { documentId, txn, signerId }: SignatureAttempt,
  { stored, origin, at }: Arrived,
): Promise<void> {
  await tx.changeAttempt(txn, { answer: stored });
  const data = { signerId, txn, reason: 'late_answer' };
  const from = { ...origin, actor: `signer:${signerId}` };
  await tx.appendAudit(documentId, [{ type: 'gateway.failed', at, origin: from, data }]);
}

async function recordAnswer(
  tx: StoreTransaction,
  { documentId, txn, signerId }: SignatureAttempt,
  { answer, stored, origin, at }: Arrived,
): Promise<Claim> {
  const from = { ...origin, actor: `signer:${signerId}` };
  if (answer.outcome === 'failed') {
    const data = { signerId, txn, reason: answer.reason };
    await tx.changeAttempt(txn, { state: 'failed', answer: stored, reason: answer.reason });
    await tx.appendAudit(documentId, [{ type: 'gateway.failed', at, origin: from, data }]);
    return { isEmbeddable: false, message: answer.message };
  }
  await tx.changeAttempt(txn, { state: 'returned', answer: stored });
  const { otpSentAt, otpVerifiedAt } = answer;
  const authority = { ...from, actor: 'authority' };
  const data = { signerId, txn };
  const told = (type: 'otp.requested' | 'otp.verified', when: Date | null) =>
    when
      ? [{ type, at, origin: authority, data: { ...data, authorityTime: when.toISOString() } }]
      : [];
  await tx.appendAudit(documentId, [
    ...told('otp.requested', otpSentAt),
    ...told('otp.verified', otpVerifiedAt),
    { type: 'gateway.returned', at, origin: from, data },
  ]);
  return { isEmbeddable: true, message: null };
}
