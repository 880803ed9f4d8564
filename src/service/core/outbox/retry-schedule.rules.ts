import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import type { AttemptResult, Verdict } from './outbox.rules.ts';

/** Between attempts of a webhook delivery: eleven attempts in about 76 hours. */
export const WEBHOOK_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Between attempts of a mail: seven attempts in about 17 hours. */
export const MAIL_DELAYS_MS: readonly number[] = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
];

const JITTER_FROM = 0.9;
const JITTER_TO = 1.2;
/** Least wait when the receiver is overloaded. */
const OVERLOAD_DELAY_MS = MINUTE_MS;
/** Limit for `Retry-After`, unless twice the delay is more. */
const RETRY_AFTER_CAP_MS = HOUR_MS;

/** A gateway says 502 or 504 while what is behind it restarts or is too slow. */
const OVERLOAD_STATUSES = [429, 502, 503, 504];
const GONE = 410;
const TIMEOUTS = ['timeout_connect', 'timeout_ack'];
/** Failures that another attempt would only repeat. */
const HOPELESS = ['blocked_address', 'insecure_url', 'invalid_url'];
/** Failures on this side, which say nothing about the receiver. */
const OWN_FAULTS = ['dns_unavailable', 'interrupted', 'no_route', 'out_of_sockets'];
/** After a week, an apparent fault of ours counts as the receiver's: its address is wrong. */
const OWN_FAULTS_MS = 7 * DAY_MS;
const OWN_FAULT_LEAST_MS = 5 * SECOND_MS;
const OWN_FAULT_MOST_MS = 15 * MINUTE_MS;
/** Replies of a mail server from here on are final (RFC 5321, section 4.2.1). */
const FINAL_REPLY = 500;

export interface ScheduledTry {
  /** Attempts that used up a place in the schedule before this one. */
  readonly step: number;
  readonly createdAt: Date;
  readonly result: AttemptResult;
  readonly now: Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

const jittered = (ms: number, random: number): number =>
  Math.round(ms * (JITTER_FROM + random * (JITTER_TO - JITTER_FROM)));

const queuedAt = (now: Date, waitMs: number): Verdict => ({
  state: 'queued',
  dueAt: new Date(now.getTime() + waitMs),
});

function isOverloaded({ status, error }: AttemptResult): boolean {
  return OVERLOAD_STATUSES.includes(status ?? 0) || TIMEOUTS.includes(error ?? '');
}

/** The delay from `Retry-After`, capped so that the schedule stays within seven days. */
function askedWait({ retryAfterMs }: AttemptResult, delayMs: number): number {
  return Math.min(retryAfterMs ?? 0, Math.max(2 * delayMs, RETRY_AFTER_CAP_MS));
}

const ageOf = ({ now, createdAt }: ScheduledTry): number => now.getTime() - createdAt.getTime();

/** True for a failure on this side. For a week, these do not use up the schedule. */
export function isOwnFault(ended: ScheduledTry): boolean {
  const { ok, error } = ended.result;
  return !ok && OWN_FAULTS.includes(error ?? '') && ageOf(ended) < OWN_FAULTS_MS;
}

/** Waits a tenth of the delivery's age: soon at first, seldom when the fault lasts. */
function afterOwnFault(ended: ScheduledTry): Verdict {
  const waitMs = Math.max(ageOf(ended) / 10, OWN_FAULT_LEAST_MS);
  return queuedAt(ended.now, jittered(Math.min(waitMs, OWN_FAULT_MOST_MS), ended.random));
}

/** Gives up immediately after 410, and for addresses that are not allowed. */
export function webhookVerdict(ended: ScheduledTry, delaysMs = WEBHOOK_DELAYS_MS): Verdict {
  const { step, result, now, random } = ended;
  if (result.ok) return { state: 'done' };
  if (isOwnFault(ended)) return afterOwnFault(ended);
  const scheduled = delaysMs[step];
  const isHopeless = result.status === GONE || HOPELESS.includes(result.error ?? '');
  if (scheduled === undefined || isHopeless) return { state: 'failed' };
  const delayMs = isOverloaded(result) ? Math.max(scheduled, OVERLOAD_DELAY_MS) : scheduled;
  return queuedAt(now, Math.max(jittered(delayMs, random), askedWait(result, delayMs)));
}

/** Gives up immediately if the mail server rejects the mail for good. */
export function mailVerdict(ended: ScheduledTry, delaysMs = MAIL_DELAYS_MS): Verdict {
  const { step, result, now, random } = ended;
  if (result.ok) return { state: 'done' };
  const scheduled = delaysMs[step];
  const isRefused = (result.status ?? 0) >= FINAL_REPLY;
  if (scheduled === undefined || isRefused) return { state: 'failed' };
  return queuedAt(now, jittered(scheduled, random));
}
