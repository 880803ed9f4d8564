import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../domain/delivery.ts';
import type { ServiceDeps } from '../deps.ts';
import { deliveryNotFound } from './find-own-delivery.ts';

/** Above what a try can take, and some waiting for a place. */
const LIMIT_MS = 30_000;
const PAUSE_MS = 50;

/** Which try is waited for. */
export interface AwaitedTry {
  readonly accountId: string;
  readonly deliveryId: string;
  /** Number of the last try that is not it. */
  readonly after: number;
}

/** Waits until a try of a delivery is over, half a minute at most, and answers the delivery as it is then. */
export async function awaitTry(
  { store }: Pick<ServiceDeps, 'store'>,
  { after, ...own }: AwaitedTry,
): Promise<Delivery> {
  const startedAt = performance.now();
  for (;;) {
    const delivery = await store.findDelivery(own);
    if (!delivery) throw deliveryNotFound(own.deliveryId);
    const isOver = delivery.log.some(({ number }) => number > after);
    if (isOver || performance.now() - startedAt > LIMIT_MS) return delivery;
    await sleep(PAUSE_MS);
  }
}
