import type { AttemptOutcome, QueuedDelivery } from '../core/outbox/outbox.rules.ts';

export interface WebhookSender {
  /** Makes one attempt. Never throws: a failure is an outcome. */
  deliver(
    delivery: Omit<QueuedDelivery, 'health'> & { readonly id: string; readonly attempt: number },
  ): Promise<AttemptOutcome>;
  /** Ends running attempts as `interrupted`. */
  close(): Promise<void>;
}

/** Why a URL can never be delivered to; undefined when the URL alone gives no reason. */
export type ObjectionTo = (url: URL) => 'blocked_address' | 'insecure_url' | undefined;
