import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '../contract/limits.ts';
import type { Answer } from './answer-delivery.ts';
import { ACCEPTED, answerDelivery } from './answer-delivery.ts';
import { checkDelivery } from './check-delivery.ts';
import { describeRequest } from './describe-request.ts';
import { parsePayload } from './payload.ts';
import { BodyRefused, readBody } from './read-body.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { refuseRequest } from './refuse-request.ts';
import type { SeenBodies } from './seen-bodies.ts';

/** Share of the time to answer in from which on an answer is slow. */
const SLOW_SHARE = 0.8;
const UNAVAILABLE = 503;

/** A request and the answer to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What the deliveries of one receiver share. */
export interface ReceiverDesk {
  readonly options: ReceiverOptions;
  readonly seen: SeenBodies;
  /** Aborted once the receiver takes nothing new. */
  readonly ending: AbortSignal;
  /** Aborted once the receiver waits for nothing any more. */
  readonly closing: AbortSignal;
}

const withoutBody = (status: number, headers: Answer['headers'] = {}): Answer => {
  return { status, headers, body: Buffer.alloc(0) };
};

/** Answers; true once the answer is out, false when the sender was gone before. */
function reply(response: ServerResponse, { status, headers, body }: Answer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    // Comes in either case, also where the connection goes on
    response.once('close', () => resolve(response.writableFinished));
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body.length > 0 ? body : undefined);
  });
}

async function refuse(
  { request, response }: Exchange,
  { onRefused }: ReceiverOptions,
  refusal: { status: number; reason: string; headers?: Answer['headers'] },
): Promise<void> {
  const { status, reason, headers } = refusal;
  onRefused?.({ method: request.method ?? '', url: request.url ?? '', status, reason });
  request.resume();
  await reply(response, withoutBody(status, { ...headers, Connection: 'close' }));
}

/** The body; undefined when it was refused, which is answered already, or when the sender went away. */
async function takeBody(exchange: Exchange, options: ReceiverOptions): Promise<Buffer | undefined> {
  const { request } = exchange;
  try {
    return await readBody(request, options);
  } catch (error) {
    if (error instanceof BodyRefused) {
      await refuse(exchange, options, { status: error.status, reason: error.message });
      return undefined;
    }
    const reason = 'the sender went away before the body was whole';
    const { method = '', url = '' } = request;
    options.onRefused?.({ method, url, status: null, reason });
    return undefined;
  }
}

const secretsOf = ({ secrets }: ReceiverOptions): readonly string[] =>
  typeof secrets === 'function' ? secrets() : secrets;

async function describe(exchange: Exchange, options: ReceiverOptions) {
  const receivedAt = new Date();
  const body = await takeBody(exchange, options);
  if (!body) return undefined;
  const { request } = exchange;
  const checked = options.verify
    ? checkDelivery(body, request.headers, secretsOf(options))
    : ({ signature: { state: 'unchecked' }, payload: parsePayload(body) } as const);
  return describeRequest(request, body, { receivedAt, ...checked });
}

/** Aborted when the sender is gone, or when the receiver waits for nothing any more. */
function overFor(response: ServerResponse, closing: AbortSignal): () => AbortSignal {
  return () => {
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    response.once('close', () => gone.abort());
    return AbortSignal.any([gone.signal, closing]);
  };
}

/** Takes one request: refuses what is no delivery, checks the signature over the raw bytes, answers, reports. */
export async function receiveDelivery(exchange: Exchange, desk: ReceiverDesk): Promise<void> {
  const { request, response } = exchange;
  const { options, seen, closing } = desk;
  const startedAt = performance.now();
  if (desk.ending.aborted) {
    const reason = 'the receiver ends; the service tries again';
    return await refuse(exchange, options, { status: UNAVAILABLE, reason });
  }
  const refusal = refuseRequest(request, options.path);
  if (refusal) return await refuse(exchange, options, refusal);
  const described = await describe(exchange, options);
  if (!described) return;
  const isBad = described.signature.state === 'invalid';
  if (!isBad && options.isWanted?.(described) === false) {
    await reply(response, withoutBody(ACCEPTED));
    return options.onIgnored?.(described);
  }
  const received = seen.add(described);
  options.onArrival?.(received);
  const ackLimitMs = options.ackLimitMs ?? LIMITS.webhookAcknowledgementMs;
  const times = { startedAt, ackLimitMs, over: overFor(response, closing), closing };
  const answered = await answerDelivery(received, options, times);
  const ackMs = Math.round(performance.now() - startedAt);
  const isUnanswered = !(await reply(response, answered.answer));
  const forward = await answered.forward;
  await options.onDelivery({
    status: answered.answer.status,
    ackMs,
    isSlow: ackMs >= ackLimitMs * SLOW_SHARE,
    isLate: ackMs >= ackLimitMs,
    isUnanswered,
    forward,
    ...received,
  });
}
