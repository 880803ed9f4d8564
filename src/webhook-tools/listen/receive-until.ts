import { mkdir } from 'node:fs/promises';
import type { PlannedAnswer } from './answer-plan.ts';
import { AnswerPlan } from './answer-plan.ts';
import type { AwaitedDelivery, DeliveryChoice } from './choose-deliveries.ts';
import { isAwaited, isChosen } from './choose-deliveries.ts';
import type { Receiver } from './listen.ts';
import { startReceiver } from './listen.ts';
import type { ReceiveCounts } from './receive-tally.ts';
import { ReceiveTally } from './receive-tally.ts';
import type { ReceivedDelivery } from './received-delivery.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { FOLDER_MODE, writeCapture } from './write-capture.ts';

type Reported = (delivery: ReceivedDelivery, savedAs: string | undefined) => void;

/** What to receive, and when to stop. */
export interface ReceiveUntilOptions
  extends Omit<ReceiverOptions, 'onDelivery' | 'isWanted' | 'respond' | 'onIgnored'> {
  /** Deliveries that are shown, counted, kept and handed on; all unless told. */
  readonly choice?: DeliveryChoice;
  /** Statuses of deliveries that are not handed on, in order; 204 unless told. */
  readonly respond?: readonly PlannedAnswer[] | undefined;
  /** Stops after so many deliveries whose signature is not bad; never unless told. */
  readonly exitAfter?: number | undefined;
  /** Stops once this one came with a signature that is not bad. */
  readonly until?: AwaitedDelivery | undefined;
  /** Stops after so long, in milliseconds; never unless told. */
  readonly timeoutMs?: number | undefined;
  /** Folder that each delivery is kept in; none unless told. */
  readonly saveTo?: string | undefined;
  /** Stops when it is aborted. */
  readonly signal: AbortSignal;
  /** Told of the receiver once deliveries can come. It may take its time; what it throws ends everything. */
  readonly onReady: (receiver: Receiver) => void | Promise<void>;
  /** Work beside the receiver, begun once it is ready; its end stops the receiver. `stop` gives as reason what else did. */
  readonly beside?: ((receiver: Receiver, stop: AbortSignal) => Promise<void>) | undefined;
  readonly onDelivery: Reported;
  /** Told of each delivery that could not be kept. */
  readonly onUnsaved?: ((error: unknown, delivery: ReceivedDelivery) => void) | undefined;
}

/** What came of it. */
export interface ReceiveSummary extends ReceiveCounts {
  readonly ended: 'enough' | 'timeout' | 'stopped' | 'done';
  /** Good deliveries of which no try was answered 2xx in time. */
  readonly unanswered: readonly ReceivedDelivery[];
}

type Ended = ReceiveSummary['ended'];

/** Keeps deliveries in a folder; answers the path of one. */
function keeperIn(saveTo: string, { onUnsaved }: ReceiveUntilOptions, tally: ReceiveTally) {
  return async (delivery: ReceivedDelivery): Promise<string | undefined> => {
    try {
      return await writeCapture(saveTo, delivery);
    } catch (error) {
      tally.note('unsaved');
      onUnsaved?.(error, delivery);
      return undefined;
    }
  };
}

function start(
  options: ReceiveUntilOptions,
  tally: ReceiveTally,
  end: (ended: Ended) => void,
): Promise<Receiver> {
  const { choice = {}, until, exitAfter, saveTo, onDelivery, onRefused } = options;
  const plan = new AnswerPlan(options.respond);
  const isEnough = (delivery: ReceivedDelivery): boolean => {
    if (delivery.signature.state === 'invalid') return false;
    return tally.accepted === exitAfter || isAwaited(delivery, until);
  };
  const take: Reported = (delivery, savedAs) => {
    tally.add(delivery);
    onDelivery(delivery, savedAs);
    if (isEnough(delivery)) end('enough');
  };
  const keep = saveTo === undefined ? undefined : keeperIn(saveTo, options, tally);
  return startReceiver({
    ...options,
    isWanted: (described) => isChosen(described, choice) || isAwaited(described, until),
    respond: () => plan.next(),
    onIgnored: () => tally.note('ignored'),
    onRefused: (refused) => {
      tally.note('refused');
      onRefused?.(refused);
    },
    onDelivery: (delivery) =>
      keep ? keep(delivery).then((savedAs) => take(delivery, savedAs)) : take(delivery, undefined),
  });
}

/** Resolves when there was enough, time is up, the signal comes, or the work beside it is done. */
async function untilEnd(
  receiver: Receiver,
  { timeoutMs, signal, onReady, beside }: ReceiveUntilOptions,
  ending: { promise: Promise<Ended>; end: (ended: Ended) => void },
): Promise<Ended> {
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
 * Receives deliveries until there were enough, time is up, the signal comes, or the work beside it is done.
 * @throws Node's error when it cannot listen, such as one with the code `EADDRINUSE`, or when the folder to keep
 * deliveries in cannot be made; whatever `onReady` and the work beside it throw
 */
export async function receiveUntil(options: ReceiveUntilOptions): Promise<ReceiveSummary> {
  if (options.saveTo !== undefined) {
    await mkdir(options.saveTo, { recursive: true, mode: FOLDER_MODE });
  }
  const tally = new ReceiveTally();
  let end: (ended: Ended) => void = () => undefined;
  const promise = new Promise<Ended>((resolve) => {
    end = resolve;
  });
  const receiver = await start(options, tally, (ended) => end(ended));
  const ended = await untilEnd(receiver, options, {
    promise,
    end: (reason) => end(reason),
  }).finally(() => receiver.close());
  return { ended, ...tally.counts, unanswered: tally.unanswered };
}
