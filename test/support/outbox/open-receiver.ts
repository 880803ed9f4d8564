import { expect, onTestFinished, vi } from 'vitest';
import type {
  ReceivedDelivery,
  ReceiverOptions,
  RefusedRequest,
} from '../../../src/cli/webhook/listen/received-delivery.ts';
import type { Receiver } from '../../../src/cli/webhook/listen/receiver.ts';
import { startReceiver } from '../../../src/cli/webhook/listen/receiver.ts';
import { EVENT_HEADER, SIGNATURE_HEADER, signWebhook } from '../../../src/client/index.ts';

/** The secret that receivers and deliveries share. */
export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The body of a valid event. */
export const EVENT_BODY = Buffer.from(
  JSON.stringify({
    event: 'signer.signed',
    documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11',
    status: 'COMPLETED',
    occurredAt: '2026-03-01T10:00:00.000Z',
    signer: null,
    signers: [],
  }),
);

/** The service's headers for a body. */
export function signedHeaders(
  body: Buffer = EVENT_BODY,
  secret: string = WEBHOOK_SECRET,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    [SIGNATURE_HEADER]: signWebhook(body, secret),
    [EVENT_HEADER]: 'signer.signed',
  };
}

/** Posts a body to a receiver. */
export function post(
  url: string,
  body: Buffer = EVENT_BODY,
  headers: Record<string, string> = signedHeaders(body),
): Promise<Response> {
  return fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
}

/** Resolves once so many are in the list. */
export const reported = <T>(list: readonly T[], count = 1) =>
  vi.waitFor(() => expect(list).toHaveLength(count), { timeout: 60_000, interval: 5 });

/** Starts a receiver until the test ends, and collects its reports. */
export async function openReceiver(options: Partial<ReceiverOptions> = {}): Promise<{
  receiver: Receiver;
  url: string;
  deliveries: ReceivedDelivery[];
  refused: RefusedRequest[];
}> {
  const deliveries: ReceivedDelivery[] = [];
  const refused: RefusedRequest[] = [];
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/',
    secrets: [WEBHOOK_SECRET],
    verify: true,
    maxBodyBytes: 64 * 1024,
    bodyTimeoutMs: 5000,
    onDelivery: (delivery) => void deliveries.push(delivery),
    onRefused: (one) => refused.push(one),
    ...options,
  });
  onTestFinished(() => receiver.close());
  return { receiver, url: receiver.url, deliveries, refused };
}
