import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ReceivedRequest, SignatureState } from './received-delivery.ts';

/** Most bodies remembered, to know a repeat by its bytes. */
const REMEMBERED = 10_000;
const DELIVERY_HEADER = 'x-service-delivery';
const ATTEMPT_HEADER = 'x-service-attempt';
const ATTEMPT = /^[1-9]\d{0,3}$/;

/** The bodies seen so far; numbers the deliveries and knows repeats by the SHA-256 of their bytes. */
export class SeenBodies {
  readonly #first = new Map<string, { number: number; at: number }>();
  #count = 0;

  /** Numbers a delivery; `at` is its time in milliseconds. */
  add(bodySha256: string, at: number): Pick<ReceivedRequest, 'number' | 'duplicateOf'> {
    this.#count += 1;
    const number = this.#count;
    const first = this.#first.get(bodySha256);
    if (first) return { number, duplicateOf: { number: first.number, afterMs: at - first.at } };
    this.#first.set(bodySha256, { number, at });
    if (this.#first.size > REMEMBERED) {
      const [oldest = ''] = this.#first.keys();
      this.#first.delete(oldest);
    }
    return { number, duplicateOf: null };
  }
}

/** The JSON that bytes hold; null when they hold none. */
export function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function textField(payload: unknown, name: string): string | null {
  if (payload === null || typeof payload !== 'object') return null;
  const value: unknown = Reflect.get(payload, name);
  return typeof value === 'string' ? value : null;
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What came, as the receiver reports it. */
export function describeRequest(
  request: IncomingMessage,
  body: Buffer,
  context: { seen: SeenBodies; signature: SignatureState; receivedAt: Date },
): ReceivedRequest {
  const bodySha256 = createHash('sha256').update(body).digest('hex');
  const payload = parsePayload(body);
  const attempt = header(request, ATTEMPT_HEADER) ?? '';
  return {
    ...context.seen.add(bodySha256, context.receivedAt.getTime()),
    receivedAt: context.receivedAt.toISOString(),
    method: request.method ?? '',
    url: request.url ?? '',
    httpVersion: request.httpVersion,
    rawHeaders: request.rawHeaders,
    body,
    bodySha256,
    signature: context.signature,
    event: textField(payload, 'event'),
    documentId: textField(payload, 'documentId'),
    deliveryId: header(request, DELIVERY_HEADER),
    attempt: ATTEMPT.test(attempt) ? Number(attempt) : null,
  };
}
