import {
  AnswerNotJudged,
  GatewayAnswerRefused,
  GatewayMissing,
} from '../../ports/signing-gateway.ts';
import type { KeptAnswer } from '../../store/documents/kept-answers.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { findVisit } from '../links/signing-view.ts';
import { answerBytes, setAnswerAside } from './evidence.ts';
import type { Finished } from './judge-answer.ts';
import { judgeAnswer } from './judge-answer.ts';
import { MOST_JUDGINGS, resumeAfter } from './signature.rules.ts';

export interface FinishRequest {
  readonly fields: Readonly<Record<string, string>>;
  /** The transaction in the return address; null if it has none. */
  readonly addressedTo: string | null;
  readonly origin: Origin;
}

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

/**
 * Keeps the answer, then judges it with `judgeAnswer`. Anyone can post to a return address, so an
 * attempt keeps only one answer, and only while it's at the gateway. An answer without address is
 * kept after judging. `gateway_missing` keeps the answer until the settings have its gateway,
 * `files_unavailable` the signature until there's space; an `unreadable_answer` is set aside.
 * @throws {GatewayAnswerRefused} {StoreUnavailable} when it may not be kept; it can be posted again
 * @throws {AnswerNotJudged} when it can be posted again
 */
export async function finishSignature(
  deps: Deps,
  request: FinishRequest,
): Promise<Finished | undefined> {
  try {
    return await finish(deps, request);
  } catch (error) {
    if (!(error instanceof GatewayMissing)) throw error;
    return { signerId: error.signerId, linkGeneration: null, reason: 'gateway_missing' };
  }
}

/** Whether the signature of a link's signer waits to be embedded. */
export async function isSignatureKept(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  token: string,
): Promise<boolean> {
  const visit = await findVisit(deps, token);
  const live = visit && (await deps.store.findLiveAttempt(visit.document.documentId));
  return live?.state === 'returned' && live.signerId === visit?.signer.signerId;
}

async function finish(
  deps: Deps,
  { fields, addressedTo, origin }: FinishRequest,
): Promise<Finished | undefined> {
  const at = deps.clock.now();
  const arrived = { answer: answerBytes(fields), at, origin };
  if (addressedTo === null) return await judgeAnswer(deps, arrived, null);
  const kept = { ...arrived, resumeAt: resumeAfter(at) };
  const first = await deps.store.keepAnswer(addressedTo, kept);
  if (!first) return await judgeAnswer(deps, arrived, addressedTo);
  if (first.answer.equals(arrived.answer)) return await judgeCounted(deps, first, addressedTo);
  await judgeKept(deps, first, addressedTo);
  return await judgeAnswer(deps, arrived, addressedTo);
}

/** Judges an answer left by a crash; a refusal is in the trail. */
export async function judgeKept(
  deps: Deps,
  kept: KeptAnswer,
  txn: string,
): Promise<Finished | undefined> {
  try {
    return await judgeCounted(deps, kept, txn);
  } catch (error) {
    if (!(error instanceof GatewayAnswerRefused)) throw error;
    return undefined;
  }
}

/** Two judgings that never finish, by the process or only the judge, set the answer aside. */
async function judgeCounted(
  deps: Deps,
  kept: KeptAnswer,
  txn: string,
): Promise<Finished | undefined> {
  const { judging } = kept;
  if (judging === null) return await unjudged(deps, txn);
  try {
    // Two processes began to judge it, and neither finished.
    if (judging > MOST_JUDGINGS) throw new AnswerNotJudged('died');
    return await judgeAnswer(deps, kept, txn);
  } catch (error) {
    if (error instanceof GatewayAnswerRefused) throw error;
    if (!hasDied(error)) await deps.store.uncountJudging(txn);
    else if (judging >= MOST_JUDGINGS && (await setAnswerAside(deps, txn, kept)))
      return await unjudged(deps, txn);
    throw error;
  }
}

const hasDied = (error: unknown): boolean =>
  error instanceof AnswerNotJudged && error.reason === 'died';

/** Set aside, or its last judging may still finish. */
async function unjudged(deps: Deps, txn: string): Promise<Finished> {
  const attempt = await deps.store.findAttempt(txn);
  if (!attempt?.isSetAside) throw new AnswerNotJudged('busy');
  return { signerId: attempt.signerId, linkGeneration: null, reason: 'unreadable_answer' };
}
