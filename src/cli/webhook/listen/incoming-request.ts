import type { IncomingMessage, ServerResponse } from 'node:http';
import { deliveryKey, openWebhook, WebhookSignatureError } from '../../../client/index.ts';
import type { Delivery } from '../../../client/webhooks/read-delivery.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ATTEMPT_HEADER, DELIVERY_HEADER } from '../../../contract/webhooks/webhook-headers.ts';
import { fingerprintOf } from '../../../contract/webhooks/webhook-signature.ts';
import { namesIn, parsePayload } from '../raw-delivery.ts';
import type {
  ArrivedDelivery,
  ReceivedRequest,
  ReceiverOptions,
  SignatureState,
} from './received-delivery.ts';
import type { OutgoingResponse } from './respond.ts';
import { ACCEPTED, bare, findResponse } from './respond.ts';

/** Uses the SDK, so that applications which use it get the same verdict. */
function checkSignature(
  delivery: Delivery & { readonly rawBody: Buffer; readonly secrets: readonly string[] },
): { signature: SignatureState; payload: unknown } {
  try {
    const { secretIndex, event } = openWebhook(delivery);
    const secret = `sha256:${fingerprintOf(delivery.secrets[secretIndex] ?? '')}`;
    return { signature: { state: 'valid', secretIndex, secret }, payload: event };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error;
    const signature = { state: 'invalid', reason: error.reason } as const;
    return { signature, payload: parsePayload(delivery.rawBody) };
  }
}

/** Share of the time limit after which a response is slow. */
const SLOW_SHARE = 0.8;
const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const ATTEMPT = /^[1-9]\d{0,3}$/;

export interface ArrivingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  readonly receivedAt: Date;
}

const REMEMBERED = 10_000;

/** Numbers deliveries and finds repeats by SHA-256. Remembers the last 10,000 different bodies. */
export class SeenBodies {
  readonly #firsts = new Map<string, { readonly number: number; readonly at: number }>();
  /** Resumes where it stopped, so that finding the oldest stays cheap. */
  readonly #oldest = this.#firsts.keys();
  #count = 0;

  add(bodySha256: string, at: number): Pick<ReceivedRequest, 'number' | 'duplicateOf'> {
    this.#count += 1;
    const number = this.#count;
    const first = this.#firsts.get(bodySha256);
    if (first) {
      const afterMs = Math.max(0, at - first.at);
      return { number, duplicateOf: { number: first.number, afterMs } };
    }
    this.#firsts.set(bodySha256, { number, at });
    if (this.#firsts.size > REMEMBERED) this.#firsts.delete(this.#oldest.next().value ?? '');
    return { number, duplicateOf: null };
  }
}

export interface ReceiverContext {
  readonly options: ReceiverOptions;
  readonly seen: SeenBodies;
  /** Aborts once the receiver takes no new deliveries. */
  readonly ending: AbortSignal;
  /** Aborts once the receiver stops waiting for anything. */
  readonly closing: AbortSignal;
}

interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** True once the response is out, false if the sender hung up. */
async function send(
  { request, response }: ArrivingRequest,
  { status, headers, body }: OutgoingResponse,
): Promise<boolean> {
  const { socket } = request;
  if (response.destroyed || socket.destroyed) return false;
  await new Promise<unknown>((resolve) => {
    response.once('close', resolve);
    // Node does not close a pipelined response if the connection breaks before its turn.
    if (response.socket === null) {
      socket.setMaxListeners(0).once('close', resolve);
      response.once('close', () => socket.off('close', resolve));
    }
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body.length > 0 ? body : undefined);
  });
  return response.writableFinished;
}

/** Why a request is not a delivery. The SDK rejects the same methods and types. */
function refusalOf(
  { method, url = '', headers }: IncomingMessage,
  { options, ending }: ReceiverContext,
): Refusal | undefined {
  if (ending.aborted)
    return { status: 503, reason: 'the receiver is closing; the service will try again' };
  if (url.split('?', 1)[0] !== options.path)
    return { status: 404, reason: `deliveries go to ${options.path}` };
  if (method !== 'POST') return { status: 405, reason: 'a delivery is a POST' };
  if (!JSON_TYPE.test(headers['content-type'] || 'application/json'))
    return { status: 415, reason: 'a delivery is application/json' };
  if ((headers['content-encoding'] || 'identity').toLowerCase() !== 'identity')
    return { status: 415, reason: 'a delivery is not compressed' };
  return undefined;
}

async function refuse(
  incoming: ArrivingRequest,
  { status, reason }: Refusal,
  { options }: ReceiverContext,
): Promise<void> {
  const { request } = incoming;
  const { method = '', url = '' } = request;
  options.onRefused?.({ method, url, status, reason });
  const allow = status === 405 ? { Allow: 'POST' } : {};
  request.resume();
  await send(incoming, bare(status, { ...allow, Connection: 'close' }));
}

/** Rejects if the connection breaks. */
function readBody(
  request: IncomingMessage,
  { maxBodyBytes, bodyTimeoutMs }: ReceiverOptions,
): Promise<Buffer | Refusal> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const reason = `the body took longer than ${bodyTimeoutMs} ms`;
    const timer = setTimeout(() => resolve({ status: 408, reason }), bodyTimeoutMs);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
      else resolve({ status: 413, reason: `more than ${maxBodyBytes} bytes` });
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
  });
}

function arrivedDelivery(
  { request, receivedAt }: ArrivingRequest,
  body: Buffer,
  { secrets, verify }: ReceiverOptions,
): ArrivedDelivery {
  const { method = '', url = '', httpVersion, rawHeaders, headers } = request;
  const accepted = typeof secrets === 'function' ? secrets() : secrets;
  const { signature, payload } = verify
    ? checkSignature({ rawBody: body, headers, secrets: accepted })
    : { signature: { state: 'unchecked' } as const, payload: parsePayload(body) };
  const attempt = String(headers[ATTEMPT_HEADER.toLowerCase()]);
  const deliveryId = headers[DELIVERY_HEADER.toLowerCase()];
  return {
    receivedAt,
    method,
    url,
    httpVersion,
    rawHeaders,
    body,
    bodySha256: deliveryKey(body),
    signature,
    ...namesIn(payload),
    deliveryId: typeof deliveryId === 'string' && deliveryId !== '' ? deliveryId : null,
    attempt: ATTEMPT.test(attempt) ? Number(attempt) : null,
  };
}

/** Aborts if the sender hangs up or the receiver stops waiting. */
function overSignal({ response }: ArrivingRequest, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}

async function handleDelivery(
  incoming: ArrivingRequest,
  body: Buffer,
  context: ReceiverContext,
): Promise<void> {
  const { options, seen, closing } = context;
  const { startedAt } = incoming;
  const { ackLimitMs = LIMITS.webhookAcknowledgementMs } = options;
  const arrived = arrivedDelivery(incoming, body, options);
  if (arrived.signature.state !== 'invalid' && options.isWanted?.(arrived) === false) {
    options.onIgnored?.();
    await send(incoming, bare(ACCEPTED));
    return;
  }
  const numbered = seen.add(arrived.bodySha256, arrived.receivedAt.getTime());
  const received = Object.assign(arrived, numbered);
  options.onArrival?.(received);
  const { response, forward } = await findResponse(received, {
    options,
    startedAt,
    ackLimitMs,
    over: () => overSignal(incoming, closing),
    closing,
  });
  const ackMs = Math.round(performance.now() - startedAt);
  const isOut = await send(incoming, response);
  const delivery = Object.assign(received, {
    status: response.status,
    ackMs,
    isSlow: ackMs >= ackLimitMs * SLOW_SHARE,
    isLate: ackMs >= ackLimitMs,
    isUnanswered: !isOut,
    forward: await forward,
  });
  await options.onDelivery(delivery);
}

/** Rejects what is not a delivery, verifies the raw bytes, responds and reports. */
export async function handleRequest(
  incoming: ArrivingRequest,
  context: ReceiverContext,
): Promise<void> {
  const { request } = incoming;
  const refusal = refusalOf(request, context);
  if (refusal) return await refuse(incoming, refusal, context);
  let body: Buffer | Refusal;
  try {
    body = await readBody(request, context.options);
  } catch {
    const { method = '', url = '' } = request;
    const reason = 'the sender went away before the body was complete';
    context.options.onRefused?.({ method, url, status: null, reason });
    return;
  }
  if (Buffer.isBuffer(body)) await handleDelivery(incoming, body, context);
  else await refuse(incoming, body, context);
}
