import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../contract/limits.ts';
import { mapConcurrently } from '../../bulk/concurrency.ts';
import type { PostResult } from '../post-delivery.ts';
import { postDelivery } from '../post-delivery.ts';
import type { PayloadNames } from '../raw-delivery.ts';
import { isForgeable } from './bad-signatures.ts';
import type { PlannedAttempt } from './plan-attempts.ts';

const RETRY_ROUNDS = 3;
/** Wait before a round of retries. The service waits five seconds or longer. */
const ROUND_MS = 1000;
/** How long the service waits for a status, and how much of the response is shown. */
const POST_LIMITS = { timeoutMs: LIMITS.webhookAcknowledgementMs, bodyBytes: 2048, bodyMs: 1000 };
/** Rejections that say nothing about a signature: wrong URL, method or moment. */
const UNRELATED = [404, 405, 408, 429];
const REFUSED_AS_UNSIGNED: readonly unknown[] = [401, 403];

interface AttemptSubject extends PayloadNames {
  readonly event: string;
  readonly deliveryId: string | null;
  /** How the signature is bad on purpose. */
  readonly badSignature: string | null;
  /** Its saved file; null for a made-up delivery. */
  readonly file: string | null;
}

/** A JSON line of `trigger` and `replay`. */
export interface AttemptReport extends AttemptSubject {
  readonly type: 'try';
  /** From 1, in the order in which attempts began. */
  readonly number: number;
  /** Per delivery, from 1. */
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

/** Every attempt has the same bytes. */
export interface Deliverable {
  readonly subject: AttemptSubject;
  readonly body: Buffer;
  /** Names and values, alternating. */
  headers(attempt: number): readonly string[];
}

export interface DeliveriesOptions {
  readonly plan: readonly PlannedAttempt[];
  readonly concurrency: number;
  /** Retries deliveries that were not accepted, as the service would. */
  readonly retries: boolean;
  readonly target: URL;
  readonly onAttempt: (report: AttemptReport) => void;
  readonly signal: AbortSignal;
}

interface DeliveryTally extends Pick<AttemptSubject, 'event' | 'signers' | 'deliveryId' | 'file'> {
  /** Attempts that reached the receiver, or should have. */
  readonly sent: number;
  readonly lost: number;
  /** Status or error of each attempt sent. */
  readonly answers: readonly (number | string)[];
  readonly verdict: 'delivered' | 'not_delivered' | 'repeat_refused';
}

export interface DeliveriesOutcome {
  /** `signature`: one was misjudged. */
  readonly verdict: 'good' | 'signature' | 'failed';
  readonly deliveries: readonly DeliveryTally[];
  readonly failed: readonly AttemptReport[];
}

interface ReportedAttempt {
  readonly delivery: number;
  readonly report: AttemptReport;
}

type Answered = Pick<AttemptReport, 'status'>;

/** Whether the service would record a success (specification, section 6). */
export const isAccepted = ({ status }: Answered): boolean =>
  status !== null && status >= 200 && status <= 299;

const isRefusal = ({ status }: Answered): boolean =>
  status !== null && status >= 400 && status <= 499 && !UNRELATED.includes(status);

/** `result` is null if the attempt was lost. */
function reportOf(
  subject: AttemptSubject,
  { attempt, isLost: lost }: PlannedAttempt,
  result: PostResult | null,
): Omit<AttemptReport, 'type' | 'number'> {
  const { status = null, error = null, durationMs = null } = result ?? {};
  const { location = null } = result?.headers ?? {};
  const answer = result?.body.toString('utf8') ?? '';
  const { badSignature } = subject;
  const ok = lost || (badSignature === null ? isAccepted({ status }) : isRefusal({ status }));
  const forgeable = badSignature === null ? null : isForgeable(badSignature);
  const response = { lost, status, error, durationMs, location, answer };
  return { ...subject, attempt, ...response, forgeable, ok };
}

/** A repeat of an accepted delivery must be accepted, since the service may repeat any. */
function tallyOf({ subject }: Deliverable, made: readonly AttemptReport[]): DeliveryTally {
  const { event, signers, deliveryId, file } = subject;
  const sent = made.filter(({ lost }) => !lost);
  const last = sent.at(-1);
  const repeats = sent.slice(sent.findIndex(isAccepted));
  const accepted = repeats.every(isAccepted) ? 'delivered' : 'repeat_refused';
  return {
    ...{ event, signers, deliveryId, file, sent: sent.length, lost: made.length - sent.length },
    answers: sent.map(({ status, error }) => status ?? error ?? 'error'),
    verdict: last && isAccepted(last) ? accepted : 'not_delivered',
  };
}

function judgeGood(tallies: readonly DeliveryTally[]): DeliveriesOutcome['verdict'] {
  const failed = tallies.filter(({ verdict }) => verdict !== 'delivered');
  if (failed.length === 0) return 'good';
  const answers = failed.flatMap((one) => one.answers);
  return answers.some((answer) => REFUSED_AS_UNSIGNED.includes(answer)) ? 'signature' : 'failed';
}

function judgeBad(made: readonly AttemptReport[]): DeliveriesOutcome['verdict'] {
  if (made.some(isAccepted)) return 'signature';
  return made.every(isRefusal) ? 'good' : 'failed';
}

/** One more attempt per delivery whose last arrival was not accepted. */
function retriesAfter(made: readonly ReportedAttempt[]): PlannedAttempt[] {
  const arrived = made.filter(({ report }) => !report.lost);
  return [...new Set(arrived.map(({ delivery }) => delivery))].flatMap((delivery) => {
    const last = arrived.findLast((one) => one.delivery === delivery);
    if (!last || isAccepted(last.report)) return [];
    const own = made.filter((one) => one.delivery === delivery);
    const attempt = 1 + Math.max(...own.map(({ report }) => report.attempt));
    return [{ delivery, attempt, waitMs: 0, isLost: false }];
  });
}

type Attempt = (planned: PlannedAttempt) => Promise<void>;

/** After the plan, retries in rounds while the receiver responds at all. */
async function runPlan(
  { plan, concurrency, retries, signal }: DeliveriesOptions,
  made: readonly ReportedAttempt[],
  attempt: Attempt,
): Promise<void> {
  // Each concurrent attempt adds a listener.
  setMaxListeners(0, signal);
  await mapConcurrently(plan, concurrency, attempt);
  for (let round = 0; retries && round < RETRY_ROUNDS; round += 1) {
    const further = retriesAfter(made);
    const isThere = made.some(({ report }) => report.status !== null);
    if (further.length === 0 || !isThere) break;
    await sleep(ROUND_MS, undefined, { signal }).catch(() => undefined);
    await mapConcurrently(further, concurrency, attempt);
  }
}

/** Sends deliveries as the service does, by a plan, and judges the responses. */
export async function runDeliveries(
  deliverables: readonly Deliverable[],
  options: DeliveriesOptions,
): Promise<DeliveriesOutcome> {
  const { target, onAttempt, signal } = options;
  const made: ReportedAttempt[] = [];
  let begun = 0;
  await runPlan(options, made, async (planned) => {
    const { delivery, attempt, waitMs, isLost } = planned;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    begun += 1;
    const number = begun;
    const deliverable = deliverables[delivery];
    if (!deliverable) throw new RangeError(`there is no delivery ${delivery}`);
    const { subject, body, headers } = deliverable;
    const post = { target, rawHeaders: headers(attempt), body, signal, ...POST_LIMITS };
    const result = isLost ? null : await postDelivery(post);
    const report = { type: 'try', number, ...reportOf(subject, planned, result) } as const;
    made.push({ delivery, report });
    onAttempt(report);
  });
  const reports = made.map(({ report }) => report);
  const deliveries = deliverables.map((deliverable, at) => {
    const own = made.filter(({ delivery }) => delivery === at);
    return tallyOf(
      deliverable,
      own.map(({ report }) => report),
    );
  });
  const isBad = deliverables.some(({ subject }) => subject.badSignature !== null);
  return {
    verdict: isBad ? judgeBad(reports) : judgeGood(deliveries),
    deliveries,
    failed: reports.filter(({ ok }) => !ok),
  };
}
