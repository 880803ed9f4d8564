import type { SignerCount } from '../format/payload.ts';
import { isForgeable } from './bad-signatures.ts';
import type { PlannedAttempt } from './plan-attempts.ts';
import type { PostResult } from './post-delivery.ts';

/** Refusals that say nothing about a signature: wrong address, method or moment. */
const UNRELATED = [404, 405, 408, 429];
const REFUSED_AS_UNSIGNED = [401, 403];

/** An attempt that was made; `result` is null when it was lost. */
export interface MadeAttempt {
  /** From 1, in the order in which attempts began. */
  readonly number: number;
  readonly planned: PlannedAttempt;
  readonly result: PostResult | null;
}

/** An attempt's delivery. */
export interface AttemptSubject {
  readonly event: string;
  readonly documentId: string | null;
  readonly signers: SignerCount | null;
  readonly deliveryId: string | null;
  /** How its signature is bad on purpose; null when it is good. */
  readonly badSignature: string | null;
  /** The file it was saved in; null for a made-up delivery. */
  readonly file: string | null;
}

/** An attempt and its outcome; the JSON line of `trigger` and `replay`. */
export interface AttemptReport extends AttemptSubject {
  readonly type: 'try';
  /** From 1. */
  readonly number: number;
  readonly attempt: number;
  /** True when it was lost, as planned. */
  readonly lost: boolean;
  readonly status: number | null;
  /** `timeout`, or the code of Node's error; null when there was a response, or it was lost. */
  readonly error: string | null;
  readonly durationMs: number | null;
  /** The beginning of the response's body: untrusted text. */
  readonly answer: string;
  /** Whether its bad signature can be made without the secret; null when the signature is good. */
  readonly forgeable: boolean | null;
  /** True for a 2xx, for a refusal of a bad signature, and when lost. */
  readonly ok: boolean;
}

/** How one delivery fared over all its attempts. */
export interface DeliveryTally {
  /** Attempts that reached the receiver, or should have. */
  readonly sent: number;
  readonly lost: number;
  /** The status or error of each of those. */
  readonly answers: readonly (number | string)[];
  readonly verdict: 'delivered' | 'not_delivered' | 'repeat_refused';
}

/** All went well, a signature was misjudged, or something else failed. */
export type TriggerVerdict = 'good' | 'signature' | 'failed';

/** True when the service would record a success (specification, section 6). */
export const isAccepted = (result: PostResult | null): boolean =>
  result?.status != null && result.status >= 200 && result.status <= 299;

/** True when a bad signature was refused as it must be. */
function isRefusal(result: PostResult | null): boolean {
  const status = result?.status ?? 0;
  return status >= 400 && status <= 499 && !UNRELATED.includes(status);
}

/** Reports an attempt. */
export function attemptReport(
  { number, planned, result }: MadeAttempt,
  subject: AttemptSubject,
): AttemptReport {
  const { attempt, isLost: lost } = planned;
  const { status = null, error = null, durationMs = null } = result ?? {};
  const answer = result?.body.toString('utf8') ?? '';
  const isGood = subject.badSignature === null ? isAccepted(result) : isRefusal(result);
  const ok = lost || isGood;
  const forgeable = subject.badSignature === null ? null : isForgeable(subject.badSignature);
  const response = { lost, status, error, durationMs, answer };
  return { type: 'try', number, ...subject, attempt, ...response, forgeable, ok };
}

const answerOf = ({ status, error }: PostResult): number | string => status ?? error ?? 'error';

function verdictOf(results: readonly PostResult[]): DeliveryTally['verdict'] {
  const last = results.at(-1) ?? null;
  if (!isAccepted(last)) return 'not_delivered';
  const first = results.findIndex(isAccepted);
  return results.slice(first).every(isAccepted) ? 'delivered' : 'repeat_refused';
}

/** Tallies each delivery. A repeat of an accepted one must be accepted, since the service may repeat any. */
export function tallyAttempts(made: readonly MadeAttempt[], deliveries: number): DeliveryTally[] {
  return Array.from({ length: deliveries }, (_, delivery) => {
    const own = made.filter(({ planned }) => planned.delivery === delivery);
    const results = own.map(({ result }) => result).filter((result) => result !== null);
    const lost = own.length - results.length;
    const answers = results.map(answerOf);
    return { sent: results.length, lost, answers, verdict: verdictOf(results) };
  });
}

/** Judges deliveries with good signatures. */
export function judgeGood(tallies: readonly DeliveryTally[]): TriggerVerdict {
  const failed = tallies.filter(({ verdict }) => verdict !== 'delivered');
  if (failed.length === 0) return 'good';
  const isUnsigned = failed.some(({ answers }) =>
    answers.some((answer) => REFUSED_AS_UNSIGNED.some((status) => status === answer)),
  );
  return isUnsigned ? 'signature' : 'failed';
}

/** Judges deliveries with bad signatures. */
export function judgeBad(made: readonly MadeAttempt[]): TriggerVerdict {
  if (made.some(({ result }) => isAccepted(result))) return 'signature';
  return made.every(({ result }) => isRefusal(result)) ? 'good' : 'failed';
}
