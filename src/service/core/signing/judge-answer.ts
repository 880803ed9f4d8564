import type { GatewayAnswer } from '../../ports/signing-gateway.ts';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import type { ArrivedAnswer } from '../../store/documents/kept-answers.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import { countAnswer, gatewayOf } from './choose-gateway.ts';
import { embedSignature } from './embed-signature.ts';
import type { Advance } from './end-attempt.ts';
import { advanceAttempt } from './end-attempt.ts';
import { answerFields, failedFact, refuseAnswer } from './evidence.ts';
import { SignatureKept } from './not-embedded.ts';
import type { SignatureAttempt, SigningFailure } from './signature.rules.ts';
import { isFreshAnswer, resumeAfter, shownFailure } from './signature.rules.ts';

export interface Finished {
  readonly signerId: string;
  /** Null unless the attempt's first answer, in time: others may be in someone else's hands. */
  readonly linkGeneration: number | null;
  /** Why nothing was signed; null on success. */
  readonly reason: SigningFailure | null;
}

const TOO_LATE: SigningFailure = 'session_over';

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

/**
 * Also embeds the signature. The same answer again gives the same result; others to a finished
 * attempt are refused. Undefined for an unknown transaction. `addressedTo` is the transaction in
 * the return address, or null.
 * @throws {GatewayAnswerRefused} for a malformed, forged or misaddressed answer; the addressed
 * attempt has then failed
 * @throws {GatewayMissing} while the settings lack the attempt's gateway
 */
export async function judgeAnswer(
  deps: Deps,
  arrived: ArrivedAnswer,
  addressedTo: string | null,
): Promise<Finished | undefined> {
  const { read, attempt } = await readAnswer(deps, arrived, addressedTo);
  if (!attempt) return undefined;
  const answer = freshOf(read, attempt, arrived.at);
  const claim = await advanceAttempt(deps, attempt, (locked): Advance<AnswerClaim> => {
    if (!locked) return { result: { reason: TOO_LATE } };
    const { answer: stored, origin: from } = arrived;
    const origin = { ...from, actor: `signer:${locked.signerId}` };
    const received = { stored, origin, at: deps.clock.now() };
    if (locked.state === 'at_gateway') return recordAnswer(locked, { answer, ...received });
    return repeatAnswer(locked, received);
  });
  const { embeddable } = claim;
  if (claim.hasFailed || embeddable) await countAnswer(deps, gatewayOf(deps, attempt), answer);
  const reason = embeddable ? await embedOrKeep(deps, embeddable) : claim.reason;
  const { signerId, linkGeneration } = attempt;
  return { signerId, linkGeneration: claim.isFirst ? linkGeneration : null, reason };
}

async function embedOrKeep(deps: Deps, attempt: SignatureAttempt): Promise<SigningFailure | null> {
  try {
    return await embedSignature(deps, attempt);
  } catch (error) {
    if (!(error instanceof SignatureKept)) throw error;
    return 'files_unavailable';
  }
}

interface ReadAnswer {
  readonly read: GatewayAnswer;
  readonly attempt: SignatureAttempt | undefined;
}

/** Checks that the answer is for the addressed transaction. */
async function readAnswer(
  deps: Deps,
  { answer: stored, origin, attempt }: ArrivedAnswer,
  addressedTo: string | null,
): Promise<ReadAnswer> {
  try {
    const fields = answerFields(stored);
    const answer = attempt
      ? { read: await gatewayOf(deps, attempt).complete(fields), attempt }
      : await readByGateway(deps, fields, addressedTo);
    if (addressedTo === null || answer.read.txn === addressedTo) return answer;
    throw await misdirected(deps, answer.read);
  } catch (error) {
    if (!(error instanceof GatewayAnswerRefused) || addressedTo === null) throw error;
    const { reason } = error;
    if (reason === 'pending') await deps.store.dropAnswer(addressedTo);
    else await refuseAnswer(deps, addressedTo, { reason, stored, origin });
    throw error;
  }
}

/** By the gateway of its attempt. Without an attempt, by any gateway that can read it. */
async function readByGateway(
  deps: Deps,
  fields: Readonly<Record<string, string>>,
  addressedTo: string | null,
): Promise<ReadAnswer> {
  const txn = addressedTo ?? (await readByAny(deps, fields)).txn;
  const attempt = await deps.store.findAttempt(txn);
  const read = attempt
    ? await gatewayOf(deps, attempt).complete(fields)
    : await readByAny(deps, fields);
  return { read, attempt };
}

async function readByAny(
  { gateways: [first, ...others] }: Pick<Deps, 'gateways'>,
  fields: Readonly<Record<string, string>>,
): Promise<GatewayAnswer> {
  const reads = others.map((gateway) => gateway.complete(fields));
  const all = await Promise.allSettled([first.complete(fields), ...reads]);
  const read = all.find((one) => one.status === 'fulfilled') ?? all[0];
  if (read.status === 'fulfilled') return read.value;
  throw read.reason;
}

async function misdirected({ store }: Deps, { txn }: GatewayAnswer): Promise<GatewayAnswerRefused> {
  const other = await store.findAttempt(txn);
  const isOver = other !== undefined && other.state !== 'at_gateway';
  const reason = isOver ? 'replayed' : 'unknown_txn';
  return new GatewayAnswerRefused(reason, 'The answer is for another transaction.');
}

/** Fails an answer made outside its attempt's time. */
function freshOf(answer: GatewayAnswer, attempt: SignatureAttempt, now: Date): GatewayAnswer {
  const { txn, answeredAt } = answer;
  if (isFreshAnswer({ answeredAt, requestedAt: attempt.createdAt, now })) return answer;
  return { outcome: 'failed', txn, answeredAt, reason: 'stale' };
}

interface AnswerClaim {
  /** With the answer that is to be embedded. */
  readonly embeddable?: SignatureAttempt;
  /** This answer ended the attempt. */
  readonly hasFailed?: boolean;
  /** The attempt's first answer, in time. */
  readonly isFirst?: boolean;
  readonly reason: SigningFailure | null;
}

interface Received {
  readonly stored: Buffer;
  readonly origin: Origin;
  readonly at: Date;
}

/** Records other bytes once, and refuses them; a late first answer is kept only as evidence. */
function repeatAnswer(
  attempt: SignatureAttempt,
  { stored, origin, at }: Received,
): Advance<AnswerClaim> {
  const { answer, state } = attempt;
  if (answer?.equals(stored)) return { result: sameResult(attempt) };
  const reason = answer ? 'replayed' : 'late_answer';
  const isKnown = attempt.reason === reason;
  return {
    ...(!isKnown && { change: { answer: answer ?? stored, reason } }),
    facts: [failedFact(attempt, { reason, stored, origin }, at)],
    result: { reason: state === 'embedded' ? null : TOO_LATE },
  };
}

function sameResult(attempt: SignatureAttempt): AnswerClaim {
  const { state, reason } = attempt;
  if (state === 'returned') return { embeddable: attempt, reason: null };
  if (state === 'embedded') return { reason: null };
  return { reason: state === 'failed' ? shownFailure(reason ?? '') : TOO_LATE };
}

function recordAnswer(
  attempt: SignatureAttempt,
  { answer, stored, origin, at }: Received & { readonly answer: GatewayAnswer },
): Advance<AnswerClaim> {
  const { txn, signerId } = attempt;
  if (answer.outcome === 'failed') {
    const { reason } = answer;
    const isFirst = reason !== 'stale';
    return {
      change: { state: 'failed', answer: stored, reason },
      facts: [failedFact(attempt, { reason, stored, origin }, at)],
      result: { hasFailed: true, isFirst, reason: shownFailure(reason) },
    };
  }
  const returned = { state: 'returned', answer: stored } as const;
  const authority = { ...SYSTEM, actor: 'authority' };
  const data = { signerId, txn };
  const { answeredAt, responseCode } = answer;
  const given = { ...data, authorityTime: answeredAt.toISOString(), responseCode };
  return {
    change: { ...returned, resumeAt: resumeAfter(at) },
    facts: [
      { type: 'otp.verified', at, origin: authority, data: given },
      { type: 'gateway.returned', at, origin, data },
    ],
    result: { embeddable: { ...attempt, ...returned }, isFirst: true, reason: null },
  };
}
