import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../contract/limits.ts';
import { postDelivery } from '../post-delivery.ts';
import type {
  AttemptReport,
  AttemptSubject,
  DeliveryTally,
  MadeAttempt,
  TriggerVerdict,
} from './judge-attempts.ts';
import { attemptReport, isAccepted, judgeBad, judgeGood, tallyAttempts } from './judge-attempts.ts';
import type { PlannedAttempt } from './plan-attempts.ts';

const RETRY_ROUNDS = 3;
/** Wait before a round of retries. The service waits five seconds or longer. */
const ROUND_MS = 1000;
/** How long the service waits for a status, and how much of the response is shown. */
const POST_LIMITS = { timeoutMs: LIMITS.webhookAcknowledgementMs, bodyBytes: 2048, bodyMs: 1000 };

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

type NamedTally = Pick<AttemptSubject, 'event' | 'signers' | 'deliveryId' | 'file'> & DeliveryTally;

export interface DeliveriesOutcome {
  readonly verdict: TriggerVerdict;
  readonly deliveries: readonly NamedTally[];
  readonly failed: readonly AttemptReport[];
}

/** One more attempt per delivery whose last arrival was not accepted. */
function retriesAfter(made: readonly MadeAttempt[]): PlannedAttempt[] {
  const last = new Map<number, MadeAttempt>();
  const attempts = new Map<number, number>();
  for (const one of made) {
    const { delivery, attempt } = one.planned;
    attempts.set(delivery, Math.max(attempt, attempts.get(delivery) ?? 0));
    if (one.result) last.set(delivery, one);
  }
  return [...last.values()]
    .filter(({ result }) => !isAccepted(result))
    .map(({ planned: { delivery } }) => {
      const attempt = (attempts.get(delivery) ?? 0) + 1;
      return { delivery, attempt, waitMs: 0, isLost: false };
    });
}

type Attempt = (planned: PlannedAttempt) => Promise<void>;

async function runAll(
  planned: readonly PlannedAttempt[],
  concurrency: number,
  attempt: Attempt,
): Promise<void> {
  const queue = planned.values();
  const work = async (): Promise<void> => {
    for (const one of queue) await attempt(one);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** After the plan, retries in rounds while the receiver responds at all. */
async function runPlan(
  { plan, concurrency, retries, signal }: DeliveriesOptions,
  made: readonly MadeAttempt[],
  attempt: Attempt,
): Promise<void> {
  // Each concurrent attempt adds a listener.
  setMaxListeners(0, signal);
  await runAll(plan, concurrency, attempt);
  for (let round = 0; retries && round < RETRY_ROUNDS; round += 1) {
    const further = retriesAfter(made);
    const isThere = made.some(({ result }) => result !== null && result.status !== null);
    if (further.length === 0 || !isThere) break;
    await sleep(ROUND_MS, undefined, { signal }).catch(() => undefined);
    await runAll(further, concurrency, attempt);
  }
}

function pick(deliverables: readonly Deliverable[], at: number): Deliverable {
  const one = deliverables[at];
  if (!one) throw new RangeError(`there is no delivery ${at}`);
  return one;
}

/** Sends deliveries as the service does, by a plan, and judges the responses. */
export async function runDeliveries(
  deliverables: readonly Deliverable[],
  options: DeliveriesOptions,
): Promise<DeliveriesOutcome> {
  const { target, onAttempt, signal } = options;
  const made: MadeAttempt[] = [];
  const failed: AttemptReport[] = [];
  let begun = 0;
  await runPlan(options, made, async (planned) => {
    const { delivery, attempt, waitMs, isLost } = planned;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    begun += 1;
    const number = begun;
    const { subject, body, headers } = pick(deliverables, delivery);
    const post = { target, rawHeaders: headers(attempt), body, signal, ...POST_LIMITS };
    const result = isLost ? null : await postDelivery(post);
    made.push({ number, planned, result });
    const report = attemptReport({ number, planned, result }, subject);
    if (!report.ok) failed.push(report);
    onAttempt(report);
  });
  const tallies = tallyAttempts(made, deliverables.length);
  const isBad = deliverables.some(({ subject }) => subject.badSignature !== null);
  const deliveries = tallies.map((tally, at) => {
    const { event, signers, deliveryId, file } = pick(deliverables, at).subject;
    return { event, signers, deliveryId, file, ...tally };
  });
  return { verdict: isBad ? judgeBad(made) : judgeGood(tallies), deliveries, failed };
}
