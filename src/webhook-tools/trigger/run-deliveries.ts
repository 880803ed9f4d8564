import { LIMITS } from '../../contract/limits.ts';
import type { DeliveryTally, TriggerVerdict } from './judge-tries.ts';
import { judgeBad, judgeGood, tallyTries } from './judge-tries.ts';
import { postDelivery } from './post-delivery.ts';
import type { RunOptions } from './run-tries.ts';
import { runTries } from './run-tries.ts';
import type { TryReport, TrySubject } from './try-report.ts';
import { tryReport } from './try-report.ts';

/** Something to deliver: what it is, its bytes, and its headers on each try. */
export interface Deliverable {
  readonly subject: TrySubject;
  readonly body: Buffer;
  /** Names and values that alternate, for the try of that number. */
  headers(attempt: number): readonly string[];
}

/** The service's patience for a status, and how much of the response is shown. */
const LIMITS_OF_POST = {
  timeoutMs: LIMITS.webhookAcknowledgementMs,
  bodyBytes: 2048,
  bodyMs: 1000,
};

/** How deliveries are made. */
export interface DeliveriesOptions
  extends Pick<RunOptions, 'plan' | 'concurrency' | 'triesAgain' | 'signal'> {
  readonly target: URL;
  /** Told of each try once it has ended. */
  readonly onTry: (report: TryReport) => void;
}

/** How one delivery fared, and what it was. */
type NamedTally = Pick<TrySubject, 'event' | 'signers' | 'deliveryId' | 'file'> &
  Omit<DeliveryTally, 'delivery'>;

/** What came of deliveries. */
export interface DeliveriesOutcome {
  readonly verdict: TriggerVerdict;
  readonly deliveries: readonly NamedTally[];
  /** The tries that did not go as they should. */
  readonly failed: readonly TryReport[];
}

function pick(deliverables: readonly Deliverable[], at: number): Deliverable {
  const one = deliverables[at];
  if (!one) throw new RangeError(`there is no delivery ${at}`);
  return one;
}

/** Sends what there is as the service does, by a plan, and judges the answers. */
export async function runDeliveries(
  deliverables: readonly Deliverable[],
  { target, onTry, ...options }: DeliveriesOptions,
): Promise<DeliveriesOutcome> {
  const { signal } = options;
  const failed: TryReport[] = [];
  const made = await runTries({
    ...options,
    send: ({ delivery, attempt }) => {
      const one = pick(deliverables, delivery);
      const rawHeaders = one.headers(attempt);
      return postDelivery({ target, rawHeaders, body: one.body, signal, ...LIMITS_OF_POST });
    },
    onTry: (one) => {
      const report = tryReport(one, pick(deliverables, one.planned.delivery).subject);
      if (!report.ok) failed.push(report);
      onTry(report);
    },
  });
  const tallies = tallyTries(made, deliverables.length);
  const isBad = deliverables.some(({ subject }) => subject.badSignature !== null);
  return {
    verdict: isBad ? judgeBad(made) : judgeGood(tallies),
    deliveries: tallies.map(({ delivery, ...rest }) => {
      const { event, signers, deliveryId, file } = pick(deliverables, delivery).subject;
      return { event, signers, deliveryId, file, ...rest };
    }),
    failed,
  };
}
