import type { QueuedDelivery, TryOutcome } from '../domain/outbox.ts';

/** Posts one delivery, once. Never throws: a failure is a result. */
export interface WebhookSender {
  deliver(
    delivery: Omit<QueuedDelivery, 'health'> & { readonly id: string; readonly attempt: number },
  ): Promise<TryOutcome>;
  close(): Promise<void>;
}
