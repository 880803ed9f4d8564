import { parsePayload } from './payload.ts';
import type { ReceivedDelivery } from './received-delivery.ts';

/** What `--json` prints of a delivery: its JSON as `payload` (null when it is none), its exact bytes as base64. */
export function deliveryJson(
  delivery: ReceivedDelivery,
  savedAs: string | undefined,
): Record<string, unknown> {
  const { body, ...rest } = delivery;
  const payload = parsePayload(body);
  const bodyBase64 = body.toString('base64');
  return { type: 'delivery', ...rest, payload, bodyBase64, savedAs: savedAs ?? null };
}
