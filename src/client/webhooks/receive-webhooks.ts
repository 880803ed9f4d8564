import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyRefused, boundedBody } from './bounded-body.ts';
import type { WebhookAnswer } from './handle-delivery.ts';
import { handleDelivery, refuseSignature, tell } from './handle-delivery.ts';
import type { RawBody } from './raw-bytes.ts';
import { isRawBody } from './raw-bytes.ts';
import type { ReceiveOptions, Receiving } from './receive-options.ts';
import { receivingBy } from './receive-options.ts';
import type { Refusal, RequestHead } from './refuse-delivery.ts';
import { refuseDelivery } from './refuse-delivery.ts';
import type { Delivery } from './verify-webhook.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** A request of Node, whose `body` may hold the raw bytes where something has read them already. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown };

/** Receives deliveries, whatever brings them. Its functions may be handed around on their own. */
export interface WebhookReceiver {
  /** For `node:http` and what stands on it, such as Express. */
  readonly handleNode: (request: NodeRequest, response: ServerResponse) => Promise<void>;
  /** For whatever speaks the fetch API, such as a route handler of Next. */
  readonly handleFetch: (request: Request) => Promise<Response>;
  /** For all else (Fastify, Lambda): takes the raw bytes and the headers of a POST, says what to answer. */
  readonly handle: (delivery: Omit<Delivery, 'secrets'>) => Promise<WebhookAnswer>;
}

interface Incoming {
  readonly head: RequestHead;
  readonly headers: Delivery['headers'];
  readonly read: () => Promise<RawBody>;
}

async function receive(
  receiving: Receiving,
  { head, headers, read }: Incoming,
): Promise<WebhookAnswer | Refusal> {
  try {
    const refusal = refuseDelivery(head);
    if (refusal) throw new BodyRefused(refusal);
    return await handleDelivery(receiving, { rawBody: await read(), headers });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return refuseSignature(receiving, error);
    if (!(error instanceof BodyRefused)) throw error;
    tell(receiving, error.refusal);
    return error.refusal;
  }
}

function headersOf({ status }: WebhookAnswer | Refusal): Record<string, string> {
  if (status === 405) return { Allow: 'POST' };
  return status === 408 || status === 413 ? { Connection: 'close' } : {};
}

/** The bytes that something before us kept, or those that are still to come. */
async function readNode(receiving: Receiving, request: NodeRequest): Promise<RawBody> {
  if (isRawBody(request.body)) return request.body;
  if (request.readableDidRead) throw new WebhookSignatureError('body_already_parsed');
  return await boundedBody(request, receiving);
}

async function answerNode(
  receiving: Receiving,
  request: NodeRequest,
  response: ServerResponse,
): Promise<void> {
  const { method, headers } = request;
  const [contentType, contentEncoding] = [headers['content-type'], headers['content-encoding']];
  const head = { method, contentType, contentEncoding };
  try {
    const answer = await receive(receiving, {
      head,
      headers,
      read: () => readNode(receiving, request),
    });
    response.statusCode = answer.status;
    for (const [name, value] of Object.entries(headersOf(answer))) response.setHeader(name, value);
    response.end();
    request.resume();
  } catch {
    // The sender went away in the middle of the body: nobody is left to answer
    response.destroy();
  }
}

async function readFetch(receiving: Receiving, request: Request): Promise<RawBody> {
  if (request.bodyUsed) throw new WebhookSignatureError('body_already_parsed');
  if (request.body === null) return new Uint8Array();
  return await boundedBody(request.body, receiving);
}

async function answerFetch(receiving: Receiving, request: Request): Promise<Response> {
  const { method, headers } = request;
  const head = {
    method,
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
  };
  const read = () => readFetch(receiving, request);
  const answer = await receive(receiving, { head, headers, read });
  return new Response(null, { status: answer.status, headers: headersOf(answer) });
}

/**
 * Makes a receiver of deliveries: checks each over its raw bytes, hands its event to `onEvent` once, answers within the
 * time that the service waits (specification, section 6), and answers 401 with nothing more to what does not verify.
 */
export function receiveWebhooks(options: ReceiveOptions): WebhookReceiver {
  const receiving = receivingBy(options);
  return {
    handleNode: (request, response) => answerNode(receiving, request, response),
    handleFetch: (request) => answerFetch(receiving, request),
    handle: (delivery) => handleDelivery(receiving, delivery),
  };
}
