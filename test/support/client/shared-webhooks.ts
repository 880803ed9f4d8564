import { verifyWebhook } from '../../../src/client/index.ts';
import { reasonOf } from '../outbox/webhook-reason.ts';

/** A delivery, and its event's type or the reason why it is refused. */
export interface WebhookCase {
  readonly name: string;
  readonly bodyHex: string;
  readonly headers: string | Readonly<Record<string, string | readonly string[]>> | null;
  readonly secrets: string | readonly string[];
  readonly maxAgeMs?: number;
  readonly requireTimestamp?: boolean;
  readonly now?: string;
  readonly result: { readonly event: string } | { readonly reason: string };
}

/** What the Node SDK makes of a delivery. */
export function verdictOn(one: Omit<WebhookCase, 'result'>): WebhookCase['result'] {
  const { bodyHex, headers, secrets, maxAgeMs, requireTimestamp = false, now } = one;
  const limits = {
    requireTimestamp,
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    ...(now === undefined ? {} : { now: new Date(now) }),
  };
  const verify = () => verifyWebhook(Buffer.from(bodyHex, 'hex'), headers, secrets, limits);
  const reason = reasonOf(verify);
  return reason === 'accepted' ? { event: verify().event } : { reason };
}
