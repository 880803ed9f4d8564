import type { ReceiverOptions } from './listen.ts';
import { startReceiver } from './listen.ts';
import type { ReceivedDelivery } from './received-delivery.ts';
import { writeCapture } from './write-capture.ts';

/** When to stop receiving. */
export interface ReceiveUntilOptions extends ReceiverOptions {
  /** Stops after so many deliveries whose signature is not bad; never unless told. */
  readonly exitAfter?: number | undefined;
  /** Stops after so long, in milliseconds; never unless told. */
  readonly timeoutMs?: number | undefined;
  /** Folder that each delivery is kept in; none unless told. */
  readonly saveTo?: string | undefined;
  /** Told of each delivery that could not be kept. */
  readonly onUnsaved?: (error: unknown, delivery: ReceivedDelivery) => void;
  /** Stops when it is aborted. */
  readonly signal: AbortSignal;
  /** Told where deliveries go, once they can. */
  readonly onReady: (url: string) => void;
}

/** What came of it. */
export interface ReceiveSummary {
  readonly ended: 'enough' | 'timeout' | 'stopped';
  /** Deliveries whose signature is not bad. */
  readonly accepted: number;
  /** Deliveries whose signature is bad. */
  readonly rejected: number;
  /** Deliveries with the same bytes as one before. */
  readonly duplicates: number;
  /** The slowest answer, in milliseconds; null when nothing came. */
  readonly slowestMs: number | null;
}

class Tally {
  accepted = 0;
  rejected = 0;
  duplicates = 0;
  slowestMs: number | null = null;

  add({ signature, duplicateOf, ackMs }: ReceivedDelivery): void {
    if (signature.state === 'invalid') this.rejected += 1;
    else this.accepted += 1;
    if (duplicateOf) this.duplicates += 1;
    this.slowestMs = Math.max(this.slowestMs ?? 0, ackMs);
  }
}

/**
 * Receives deliveries until there were enough, time is up, or the signal comes.
 * @throws Node's error when it cannot listen, such as one with the code `EADDRINUSE`
 */
export async function receiveUntil(options: ReceiveUntilOptions): Promise<ReceiveSummary> {
  const { exitAfter, timeoutMs, signal, onReady, onDelivery, saveTo, onUnsaved } = options;
  const tally = new Tally();
  let end: (ended: ReceiveSummary['ended']) => void = () => undefined;
  const ending = new Promise<ReceiveSummary['ended']>((resolve) => {
    end = resolve;
  });
  const receiver = await startReceiver({
    ...options,
    onDelivery: async (delivery) => {
      if (saveTo !== undefined) {
        await writeCapture(saveTo, delivery).catch((error) => onUnsaved?.(error, delivery));
      }
      tally.add(delivery);
      await onDelivery(delivery);
      if (tally.accepted === exitAfter) end('enough');
    },
  });
  const stop = (): void => end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), timeoutMs);
  onReady(receiver.url);
  const ended = await ending;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  await receiver.close();
  return { ended, ...tally };
}
