import type { SignerCount } from '../payload.ts';
import type { PostResult } from '../post-delivery.ts';
import { isForgeable } from './bad-signatures.ts';
import type { PlannedAttempt } from './plan-attempts.ts';

/** Rejections that say nothing about a signature: wrong URL, method or moment. */
const UNRELATED = [404, 405, 408, 429];
const REFUSED_AS_UNSIGNED = [401, 403];

/** `result` is null if the attempt was lost. */
export interface MadeAttempt {
  /** From 1, in the order in which attempts began. */
  readonly number: number;
  readonly planned: PlannedAttempt;
  readonly result: PostResult | null;
}

export interface AttemptSubject {
  readonly event: string;
  readonly documentId: string | null;
  readonly signers: SignerCount | null;
  readonly deliveryId: string | null;
  /** How the signature is bad on purpose. */
  readonly badSignature: string | null;
  /** Its saved file; null for a made-up delivery. */
  readonly file: string | null;
}

/** A JSON line of `trigger` and `replay`. */
export interface AttemptReport extends AttemptSubject {
  readonly type: 'try';
  /** From 1. */
  readonly number: number;
  readonly attempt: number;
  /** Lost, as planned. */
  readonly lost: boolean;
  readonly status: number | null;
  /** `timeout` or the code of Node's error. */
  readonly error: string | null;
  readonly durationMs: number | null;
  /** Where a redirect leads; untrusted. */
  readonly location: string | null;
  /** Start of the response's body; untrusted. */
  readonly answer: string;
  /** Whether the bad signature needs no secret; null if the signature is good. */
  readonly forgeable: boolean | null;
  /** True for a 2xx, a rejected bad signature, or when lost. */
  readonly ok: boolean;
}

export interface DeliveryTally {
  /** Attempts that reached the receiver, or should have. */
  readonly sent: number;
  readonly lost: number;
  /** Status or error of each attempt sent. */
  readonly answers: readonly (number | string)[];
  readonly verdict: 'delivered' | 'not_delivered' | 'repeat_refused';
}

/** `signature`: one was misjudged. */
export type TriggerVerdict = 'good' | 'signature' | 'failed';

/** Whether the service would record a success (specification, section 6). */
export const isAccepted = (result: PostResult | null): boolean =>
  result?.status != null && result.status >= 200 && result.status <= 299;

function isRefusal(result: PostResult | null): boolean {
  const status = result?.status ?? 0;
  return status >= 400 && status <= 499 && !UNRELATED.includes(status);
}

export function attemptReport(
  { number, planned, result }: MadeAttempt,
  subject: AttemptSubject,
): AttemptReport {
  const { attempt, isLost: lost } = planned;
  const { status = null, error = null, durationMs = null } = result ?? {};
  const { location = null } = result?.headers ?? {};
  const answer = result?.body.toString('utf8') ?? '';
  const isGood = subject.badSignature === null ? isAccepted(result) : isRefusal(result);
  const ok = lost || isGood;
  const forgeable = subject.badSignature === null ? null : isForgeable(subject.badSignature);
  const response = { lost, status, error, durationMs, location, answer };
  return { type: 'try', number, ...subject, attempt, ...response, forgeable, ok };
}

const answerOf = ({ status, error }: PostResult): number | string => status ?? error ?? 'error';

function verdictOf(results: readonly PostResult[]): DeliveryTally['verdict'] {
  const last = results.at(-1) ?? null;
  if (!isAccepted(last)) return 'not_delivered';
  const first = results.findIndex(isAccepted);
  return results.slice(first).every(isAccepted) ? 'delivered' : 'repeat_refused';
}

/** A repeat of an accepted delivery must be accepted, since the service may repeat any. */
export function tallyAttempts(made: readonly MadeAttempt[], deliveries: number): DeliveryTally[] {
  return Array.from({ length: deliveries }, (_, delivery) => {
    const own = made.filter(({ planned }) => planned.delivery === delivery);
    const results = own.map(({ result }) => result).filter((result) => result !== null);
    const lost = own.length - results.length;
    const answers = results.map(answerOf);
    return { sent: results.length, lost, answers, verdict: verdictOf(results) };
  });
}

export function judgeGood(tallies: readonly DeliveryTally[]): TriggerVerdict {
  const failed = tallies.filter(({ verdict }) => verdict !== 'delivered');
  if (failed.length === 0) return 'good';
  const isUnsigned = failed.some(({ answers }) =>
    answers.some((answer) => REFUSED_AS_UNSIGNED.some((status) => status === answer)),
  );
  return isUnsigned ? 'signature' : 'failed';
}

export function judgeBad(made: readonly MadeAttempt[]): TriggerVerdict {
  if (made.some(({ result }) => isAccepted(result))) return 'signature';
  return made.every(({ result }) => isRefusal(result)) ? 'good' : 'failed';
}
