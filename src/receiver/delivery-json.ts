import { parsePayload } from './payload.ts';
import type { ReceivedDelivery } from './received-delivery.ts';

/** What `--json` prints of a delivery: its JSON as `payload` (null when it is none), its exact bytes as base64. */
export function deliveryJson(
  delivery: ReceivedDelivery,
  savedAs: string | undefined,
): Record<string, unknown> {
  const { status, ackMs, isSlow, isLate, isUnanswered, forward, ...received } = delivery;
  const { number, duplicateOf, body, ...rest } = received;
  const payload = parsePayload(body);
  const bodyBase64 = body.toString('base64');
  return {
    type: 'delivery',
    status,
    ackMs,
    isSlow,
    isLate,
    isUnanswered,
    forward,
    number,
    duplicateOf,
    ...rest,
    payload,
    bodyBase64,
    savedAs: savedAs ?? null,
  };
}
