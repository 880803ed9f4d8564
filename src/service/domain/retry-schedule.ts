import type { AttemptResult, Verdict } from './outbox.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Delays between the attempts of a webhook delivery, in milliseconds: eleven attempts in about 76 hours. */
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

/** Delays between the attempts of a mail, in milliseconds: seven attempts in about 17 hours. */
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
/** Least wait after an answer that says the other side is overloaded. */
const OVERLOAD_DELAY_MS = MINUTE_MS;
/** Most that a `Retry-After` can ask for, unless twice the delay is more. */
const RETRY_AFTER_CAP_MS = HOUR_MS;

const OVERLOAD_STATUSES = [429, 503];
const GONE = 410;
const TIMEOUTS = ['timeout_connect', 'timeout_ack'];
/** Failures that another attempt would only repeat. */
const HOPELESS = ['blocked_address', 'insecure_url', 'invalid_url'];
/** Failures on this side: they say nothing about the receiver. */
const OWN_FAULTS = ['dns_unavailable', 'interrupted', 'no_route', 'out_of_sockets'];
/** After a week, a fault that looks like ours counts as the receiver's: its address is wrong. */
const OWN_FAULTS_MS = 7 * DAY_MS;
const OWN_FAULT_LEAST_MS = 5 * SECOND_MS;
const OWN_FAULT_MOST_MS = 15 * MINUTE_MS;
/** Replies of a mail server to a mail from here on are final (RFC 5321, section 4.2.1). */
const FINAL_REPLY = 500;

/** An attempt that ended, and its place in the schedule. */
export interface ScheduledTry {
  /** Attempts that used up a place of the schedule before this one. */
  readonly step: number;
  readonly createdAt: Date;
  readonly result: AttemptResult;
  readonly now: Date;
  /** From 0 (included) to 1 (not included). */
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

/** The delay that `Retry-After` asks for, capped so that the schedule stays within seven days. */
function askedWait({ retryAfterMs }: AttemptResult, delayMs: number): number {
  return Math.min(retryAfterMs ?? 0, Math.max(2 * delayMs, RETRY_AFTER_CAP_MS));
}

const ageOf = ({ now, createdAt }: ScheduledTry): number => now.getTime() - createdAt.getTime();

/** True when an attempt failed on this side: for a week such attempts use up no place of the schedule. */
export function isOwnFault(ended: ScheduledTry): boolean {
  const { ok, error } = ended.result;
  return !ok && OWN_FAULTS.includes(error ?? '') && ageOf(ended) < OWN_FAULTS_MS;
}

/** A tenth of its age: soon while the fault is young, seldom when it lasts. */
function afterOwnFault(ended: ScheduledTry): Verdict {
  const waitMs = Math.max(ageOf(ended) / 10, OWN_FAULT_LEAST_MS);
  return queuedAt(ended.now, jittered(Math.min(waitMs, OWN_FAULT_MOST_MS), ended.random));
}

/** A webhook delivery after an attempt: done, retried, or given up (immediately after 410, and for an address that is refused). */
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

/** A mail after an attempt: done, retried, or given up (immediately if the mail server refused it for good). */
export function mailVerdict(ended: ScheduledTry, delaysMs = MAIL_DELAYS_MS): Verdict {
  const { step, result, now, random } = ended;
  if (result.ok) return { state: 'done' };
  const scheduled = delaysMs[step];
  const isRefused = (result.status ?? 0) >= FINAL_REPLY;
  if (scheduled === undefined || isRefused) return { state: 'failed' };
  return queuedAt(now, jittered(scheduled, random));
}
