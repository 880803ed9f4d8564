import type { PostResult } from './post-delivery.ts';
import type { MadeTry } from './run-tries.ts';
import { isTaken } from './run-tries.ts';

/** Refusals that say nothing about a signature: the wrong address, method or moment. */
const BESIDE_THE_POINT = [404, 405, 408, 429];
const REFUSED_AS_UNSIGNED = [401, 403];

/** How one delivery fared over all its tries. */
export interface DeliveryTally {
  /** Which delivery, from 0. */
  readonly delivery: number;
  /** Tries that reached the receiver, or should have. */
  readonly sent: number;
  readonly lost: number;
  /** What each of those was answered: the status, or the error. */
  readonly answers: readonly (number | string)[];
  readonly verdict: 'delivered' | 'not_delivered' | 'repeat_refused';
}

/** What the answers mean: all is well, a signature was judged wrongly, or something else failed. */
export type TriggerVerdict = 'good' | 'signature' | 'failed';

/** True where a delivery with a bad signature was refused for it, as it has to be. */
export function isRefusal(result: PostResult | null): boolean {
  const status = result?.status ?? 0;
  return status >= 400 && status <= 499 && !BESIDE_THE_POINT.includes(status);
}

const answerOf = ({ status, error }: PostResult): number | string => status ?? error ?? 'error';

function verdictOf(results: readonly PostResult[]): DeliveryTally['verdict'] {
  const last = results.at(-1) ?? null;
  if (!isTaken(last)) return 'not_delivered';
  const first = results.findIndex(isTaken);
  return results.slice(first).every(isTaken) ? 'delivered' : 'repeat_refused';
}

/** How each delivery fared. A repeat of what was taken must be taken, too: the service may send it again at any time. */
export function tallyTries(made: readonly MadeTry[], deliveries: number): DeliveryTally[] {
  return Array.from({ length: deliveries }, (_, delivery) => {
    const own = made.filter(({ planned }) => planned.delivery === delivery);
    const results = own.map(({ result }) => result).filter((result) => result !== null);
    const lost = own.length - results.length;
    const answers = results.map(answerOf);
    return { delivery, sent: results.length, lost, answers, verdict: verdictOf(results) };
  });
}

/** What the tallies of deliveries mean that were signed well. */
export function judgeGood(tallies: readonly DeliveryTally[]): TriggerVerdict {
  const failed = tallies.filter(({ verdict }) => verdict !== 'delivered');
  if (failed.length === 0) return 'good';
  const isUnsigned = failed.some(({ answers }) =>
    answers.some((answer) => REFUSED_AS_UNSIGNED.some((status) => status === answer)),
  );
  return isUnsigned ? 'signature' : 'failed';
}

/** What the answers to deliveries mean whose signature is bad. */
export function judgeBad(made: readonly MadeTry[]): TriggerVerdict {
  if (made.some(({ result }) => isTaken(result))) return 'signature';
  return made.every(({ result }) => isRefusal(result)) ? 'good' : 'failed';
}
