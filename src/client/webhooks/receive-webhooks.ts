import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookAnswer } from './handle-delivery.ts';
import { handleDelivery, refuseSignature, report } from './handle-delivery.ts';
import type { RawBody } from './raw-bytes.ts';
import { isBytes, isRawBody } from './raw-bytes.ts';
import type { Delivery } from './read-delivery.ts';
import type { ReceiveOptions, Receiving } from './receive-options.ts';
import { receivingBy } from './receive-options.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** A Node request; `rawBody` or `body` holds the raw bytes if they were already read. */
export type NodeRequest = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown };

/** Receives deliveries in any framework. Its functions don't depend on `this`. */
export interface WebhookReceiver {
  /** A handler for `node:http`, Express and similar frameworks. */
  readonly handleNode: (request: NodeRequest, response: ServerResponse) => Promise<void>;
  /** A handler for the fetch API, such as a route handler in Next.js. */
  readonly handleFetch: (request: Request) => Promise<Response>;
  /** For others (Fastify, Lambda): takes a POST's raw body and headers, returns the status. */
  readonly handle: (delivery: Omit<Delivery, 'secrets'>) => Promise<WebhookAnswer>;
}

/** Why a request is not accepted as a delivery. */
interface DeliveryRefusal {
  readonly status: 405 | 408 | 413 | 415;
  readonly message: string;
}

class RefusedDelivery extends Error {
  readonly refusal: DeliveryRefusal;

  constructor(status: DeliveryRefusal['status'], message: string) {
    super(message);
    this.refusal = { status, message };
  }
}

/** A request from any framework. An absent header is undefined in Node and null in fetch. */
interface IncomingRequest {
  readonly method: string | undefined;
  readonly contentType: string | null | undefined;
  readonly contentEncoding: string | null | undefined;
  readonly headers: Delivery['headers'];
  readonly read: () => Promise<RawBody>;
}

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

function checkHead({ method, contentType, contentEncoding }: IncomingRequest): void {
  if (method !== 'POST') throw new RefusedDelivery(405, 'a delivery is a POST');
  if (contentType && !JSON_TYPE.test(contentType))
    throw new RefusedDelivery(415, 'a delivery is application/json');
  if (contentEncoding && contentEncoding.toLowerCase() !== 'identity')
    throw new RefusedDelivery(415, 'a delivery is not compressed');
}

async function receive(
  receiving: Receiving,
  request: IncomingRequest,
): Promise<WebhookAnswer | DeliveryRefusal> {
  try {
    checkHead(request);
    const rawBody = await request.read();
    return await handleDelivery(receiving, { rawBody, headers: request.headers });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return refuseSignature(receiving, error);
    if (!(error instanceof RefusedDelivery)) throw error;
    report(receiving, error.refusal);
    return error.refusal;
  }
}

async function collect(chunks: AsyncIterator<Uint8Array>, maxBodyBytes: number): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let bytes = 0;
  // No for-await: leaving it early would destroy the connection before the refusal is sent
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    bytes += next.value.byteLength;
    if (bytes > maxBodyBytes) throw new RefusedDelivery(413, `more than ${maxBodyBytes} bytes`);
    collected.push(next.value);
  }
  return Buffer.concat(collected);
}

/** Throws a 413 if there are too many bytes, a 408 if they take too long. */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  { maxBodyBytes, bodyTimeoutMs }: Receiving,
): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refusal = new RefusedDelivery(408, `the body took longer than ${bodyTimeoutMs} ms`);
    timer = setTimeout(() => reject(refusal), bodyTimeoutMs);
  });
  try {
    return await Promise.race([collect(body[Symbol.asyncIterator](), maxBodyBytes), late]);
  } finally {
    clearTimeout(timer);
  }
}

function responseHeaders(status: number): Record<string, string> {
  if (status === 405) return { Allow: 'POST' };
  return status === 408 || status === 413 ? { Connection: 'close' } : {};
}

/** The bytes that a framework kept, or those still to be read. */
async function readNode(receiving: Receiving, request: NodeRequest): Promise<RawBody> {
  if (isBytes(request.rawBody)) return request.rawBody;
  if (isRawBody(request.body)) return request.body;
  if (request.readableDidRead) throw new WebhookSignatureError('body_already_parsed');
  return await readBody(request, receiving);
}

async function handleNode(
  receiving: Receiving,
  request: NodeRequest,
  response: ServerResponse,
): Promise<void> {
  const { method, headers } = request;
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = headers;
  const read = () => readNode(receiving, request);
  try {
    const incoming = { method, contentType, contentEncoding, headers, read };
    const { status } = await receive(receiving, incoming);
    response.statusCode = status;
    for (const [name, value] of Object.entries(responseHeaders(status)))
      response.setHeader(name, value);
    response.end();
    request.resume();
  } catch {
    // The sender disconnected in the middle of the body
    response.destroy();
  }
}

async function readFetch(receiving: Receiving, request: Request): Promise<RawBody> {
  if (request.bodyUsed) throw new WebhookSignatureError('body_already_parsed');
  return request.body === null ? new Uint8Array() : await readBody(request.body, receiving);
}

async function handleFetch(receiving: Receiving, request: Request): Promise<Response> {
  const { method, headers } = request;
  const contentType = headers.get('content-type');
  const contentEncoding = headers.get('content-encoding');
  const read = () => readFetch(receiving, request);
  const incoming = { method, contentType, contentEncoding, headers, read };
  const { status } = await receive(receiving, incoming);
  return new Response(null, { status, headers: responseHeaders(status) });
}

/**
 * Creates a receiver of deliveries (specification, section 6): verifies raw bytes, passes each
 * event to `onEvent` once, and responds within the service's 10 seconds; a bare 401 if a signature
 * is invalid. Throws `InvalidArgumentError` for an unknown option.
 */
export function receiveWebhooks(options: ReceiveOptions): WebhookReceiver {
  const receiving = receivingBy(options);
  return {
    handleNode: (request, response) => handleNode(receiving, request, response),
    handleFetch: (request) => handleFetch(receiving, request),
    handle: (delivery) => handleDelivery(receiving, delivery),
  };
}
