import { mkdir } from 'node:fs/promises';
import { FOLDER_MODE, writeCapture } from '../replay/write-capture.ts';
import type { ArrivedDelivery, ReceivedDelivery, ReceiverOptions } from './received-delivery.ts';
import type { Receiver } from './receiver.ts';
import { startReceiver } from './receiver.ts';
import { ACCEPTED } from './respond.ts';

/** `times`: how many deliveries in a row get the status. */
export interface PlannedResponse {
  readonly status: number;
  readonly times: number;
}

export interface AwaitedDelivery {
  readonly event: string;
  /** The start of the id. */
  readonly document?: string | undefined;
}

export interface ReceiveUntilOptions
  extends Omit<ReceiverOptions, 'onDelivery' | 'isWanted' | 'respond' | 'onIgnored'> {
  /** Of deliveries to show, count, save and forward. Default: all. */
  readonly events?: readonly string[] | undefined;
  /** Statuses for deliveries that are not forwarded, in order. The last repeats. Default: 204. */
  readonly respond?: readonly PlannedResponse[] | undefined;
  /** Stops after this many deliveries without a bad signature. */
  readonly exitAfter?: number | undefined;
  /** Stops once this delivery arrives without a bad signature. */
  readonly until?: AwaitedDelivery | undefined;
  readonly timeoutMs?: number | undefined;
  readonly saveTo?: string | undefined;
  readonly signal: AbortSignal;
  /** Called once the receiver listens. May be async, and may throw to stop. */
  readonly onReady: (receiver: Receiver) => void | Promise<void>;
  /** Runs beside the receiver and stops it when done. `stop` aborts if something else did. */
  readonly beside?: ((receiver: Receiver, stop: AbortSignal) => Promise<void>) | undefined;
  readonly onDelivery: (delivery: ReceivedDelivery, savedAs: string | undefined) => void;
  readonly onUnsaved?: ((error: unknown) => void) | undefined;
}

type ReceiveEnd = 'enough' | 'timeout' | 'stopped' | 'done';

const NONE = {
  /** Without a bad signature. */
  accepted: 0,
  /** With a bad signature. */
  rejected: 0,
  /** Same bytes as an earlier delivery. */
  duplicates: 0,
  /** Good deliveries that were not selected. */
  ignored: 0,
  /** Requests that were not deliveries. */
  refused: 0,
  late: 0,
  unsaved: 0,
};

export interface ReceiveSummary extends Readonly<typeof NONE> {
  readonly ended: ReceiveEnd;
  /** The slowest response; null if nothing arrived. */
  readonly slowestMs: number | null;
  /** Good deliveries without a 2xx in time on any attempt, each by its last attempt. */
  readonly unanswered: readonly UnansweredDelivery[];
}

export type UnansweredDelivery = Pick<
  ReceivedDelivery,
  'number' | 'event' | 'documentId' | 'status'
>;

const isSuccess = ({ status, isLate, isUnanswered }: ReceivedDelivery): boolean =>
  status >= 200 && status < 300 && !isLate && !isUnanswered;

class ReceiveTally {
  readonly #unanswered = new Map<string, ReceivedDelivery>();
  readonly counts = { ...NONE };
  #slowestMs: number | null = null;

  /** Called after the response. A success also settles earlier attempts with the same bytes. */
  add(delivery: ReceivedDelivery): void {
    const { bodySha256, signature, duplicateOf, ackMs, isLate } = delivery;
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ackMs);
    if (duplicateOf) this.counts.duplicates += 1;
    if (isLate) this.counts.late += 1;
    this.counts[signature.state === 'invalid' ? 'rejected' : 'accepted'] += 1;
    if (signature.state === 'invalid') return;
    if (isSuccess(delivery)) this.#unanswered.delete(bodySha256);
    else this.#unanswered.set(bodySha256, delivery);
  }

  summary(ended: ReceiveEnd): ReceiveSummary {
    const unanswered = [...this.#unanswered.values()];
    return { ended, ...this.counts, slowestMs: this.#slowestMs, unanswered };
  }
}

function isAwaited(delivery: ArrivedDelivery, awaited: AwaitedDelivery | undefined): boolean {
  if (awaited === undefined || delivery.event !== awaited.event) return false;
  const { document = '' } = awaited;
  return (delivery.documentId ?? '').toLowerCase().startsWith(document.toLowerCase());
}

function statusesOf([...plan]: readonly PlannedResponse[] = []): () => number {
  let used = 0;
  return () => {
    const [now = { status: ACCEPTED, times: 1 }] = plan;
    used += 1;
    if (used >= now.times && plan.length > 1) {
      plan.shift();
      used = 0;
    }
    return now.status;
  };
}

async function save(
  delivery: ReceivedDelivery,
  { saveTo, onUnsaved }: ReceiveUntilOptions,
  tally: ReceiveTally,
): Promise<string | undefined> {
  if (saveTo === undefined) return undefined;
  try {
    return await writeCapture(saveTo, delivery);
  } catch (error) {
    tally.counts.unsaved += 1;
    onUnsaved?.(error);
    return undefined;
  }
}

function start(
  options: ReceiveUntilOptions,
  tally: ReceiveTally,
  end: (ended: ReceiveEnd) => void,
): Promise<Receiver> {
  const { events, until, exitAfter, onDelivery, onRefused } = options;
  const isEnough = (delivery: ReceivedDelivery): boolean => {
    if (delivery.signature.state === 'invalid') return false;
    return tally.counts.accepted === exitAfter || isAwaited(delivery, until);
  };
  return startReceiver({
    ...options,
    isWanted: (delivery) =>
      events === undefined || events.includes(delivery.event ?? '') || isAwaited(delivery, until),
    respond: statusesOf(options.respond),
    onIgnored: () => {
      tally.counts.ignored += 1;
    },
    onRefused: (refused) => {
      tally.counts.refused += 1;
      onRefused?.(refused);
    },
    onDelivery: async (delivery) => {
      const savedAs = await save(delivery, options, tally);
      tally.add(delivery);
      onDelivery(delivery, savedAs);
      if (isEnough(delivery)) end('enough');
    },
  });
}

async function untilEnd(
  receiver: Receiver,
  { timeoutMs, signal, onReady, beside }: ReceiveUntilOptions,
  ending: { promise: Promise<ReceiveEnd>; end: (ended: ReceiveEnd) => void },
): Promise<ReceiveEnd> {
  const { promise, end } = ending;
  const stop = (): void => end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), timeoutMs);
  const over = new AbortController();
  try {
    await onReady(receiver);
    const work = beside?.(receiver, over.signal).then(() => end('done'));
    const ended = await Promise.race([promise, work?.then(() => promise) ?? promise]);
    over.abort(ended);
    await work;
    return ended;
  } finally {
    over.abort();
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Receives until enough arrived, time is up, the signal aborts or the work beside it is done.
 * Throws Node's error, such as `EADDRINUSE`, if it cannot listen or create `saveTo`, and anything
 * that `onReady` and `beside` throw.
 */
export async function receiveUntil(options: ReceiveUntilOptions): Promise<ReceiveSummary> {
  const { saveTo } = options;
  if (saveTo !== undefined) await mkdir(saveTo, { recursive: true, mode: FOLDER_MODE });
  const tally = new ReceiveTally();
  let end: (ended: ReceiveEnd) => void = () => undefined;
  const promise = new Promise<ReceiveEnd>((resolve) => {
    end = resolve;
  });
  const receiver = await start(options, tally, end);
  const ended = await untilEnd(receiver, options, { promise, end }).finally(() => receiver.close());
  return tally.summary(ended);
}
