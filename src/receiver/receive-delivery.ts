import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '../contract/limits.ts';
import type { Answer, Answered } from './answer-delivery.ts';
import { ACCEPTED, answerDelivery, bare } from './answer-delivery.ts';
import { checkDelivery } from './check-delivery.ts';
import type { DescribedRequest } from './describe-request.ts';
import { describeRequest } from './describe-request.ts';
import { answered } from './name-fields.ts';
import { parsePayload } from './payload.ts';
import type { BodyReader } from './read-body.ts';
import { BodyRefused } from './read-body.ts';
import type { ReceivedRequest } from './received-delivery.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import type { Refusal } from './refuse-request.ts';
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
  readonly bodies: BodyReader;
  /** Aborted once the receiver takes nothing new. */
  readonly ending: AbortSignal;
  /** Aborted once the receiver waits for nothing any more. */
  readonly closing: AbortSignal;
}

/** One request on its way to its answer. What needs no waiting is done at once: promises would be most of its cost. */
interface Taking extends Exchange {
  readonly desk: ReceiverDesk;
  /** `performance.now()` when it came. */
  readonly startedAt: number;
  readonly receivedAt: Date;
  /** Called once, with what went wrong if anything did. */
  readonly done: (error?: unknown) => void;
}

/** Answers, then tells whether the answer is out, or the sender was gone before. */
function reply(
  response: ServerResponse,
  { status, headers, body }: Answer,
  then: (isOut: boolean) => void,
): void {
  if (response.destroyed) {
    then(false);
    return;
  }
  response.statusCode = status;
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  // A header that is written by itself goes out at once, but Node then cannot say that no body follows
  if (status === ACCEPTED) response.writeHead(status).end();
  else response.end(body.length > 0 ? body : undefined);
  // Comes in either case, also where the connection goes on
  response.on('close', () => then(response.writableFinished));
}

function tellRefused(
  { request, desk }: Taking,
  refused: { status: number | null; reason: string },
): void {
  const { method = '', url = '' } = request;
  desk.options.onRefused?.({ method, url, ...refused });
}

function refuse(
  taking: Taking,
  refusal: { status: number; reason: string; headers?: Answer['headers'] },
): void {
  const { status, reason, headers } = refusal;
  tellRefused(taking, { status, reason });
  taking.request.resume();
  reply(taking.response, bare(status, { ...headers, Connection: 'close' }), () => taking.done());
}

const ackLimitOf = ({ ackLimitMs }: ReceiverOptions): number =>
  ackLimitMs ?? LIMITS.webhookAcknowledgementMs;

const secretsOf = ({ secrets }: ReceiverOptions): readonly string[] =>
  typeof secrets === 'function' ? secrets() : secrets;

function describe({ request, desk, receivedAt }: Taking, body: Buffer): DescribedRequest {
  const { options } = desk;
  const checked = options.verify
    ? checkDelivery(body, request.headers, secretsOf(options))
    : ({ signature: { state: 'unchecked' }, payload: parsePayload(body) } as const);
  const { signature, payload } = checked;
  return describeRequest(request, body, { receivedAt, signature, payload });
}

/** Aborted when the sender is gone, or when the receiver waits for nothing any more. */
function overFor(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}

/** Does work, and is done with the request after it; what it throws is told. */
function settle({ done }: Taking, work: () => void | Promise<void>): void {
  let waiting: void | Promise<void>;
  try {
    waiting = work();
  } catch (error) {
    done(error);
    return;
  }
  if (waiting instanceof Promise) waiting.then(() => done(), done);
  else done();
}

/** Gives an answer and reports the delivery, once its application is done with it. */
function give(taking: Taking, received: ReceivedRequest, { answer, forward }: Answered): void {
  const { onDelivery } = taking.desk.options;
  const ackLimitMs = ackLimitOf(taking.desk.options);
  const ackMs = Math.round(performance.now() - taking.startedAt);
  reply(taking.response, answer, (isOut) => {
    const delivery = answered(received, {
      status: answer.status,
      ackMs,
      isSlow: ackMs >= ackLimitMs * SLOW_SHARE,
      isLate: ackMs >= ackLimitMs,
      isUnanswered: !isOut,
      forward: null,
    });
    settle(taking, () =>
      forward === null
        ? onDelivery(delivery)
        : forward.then((result) => onDelivery({ ...delivery, forward: result })),
    );
  });
}

function takeDelivery(taking: Taking, described: DescribedRequest): void {
  const { response, desk, startedAt, done } = taking;
  const { options, seen, closing } = desk;
  const isBad = described.signature.state === 'invalid';
  if (!isBad && options.isWanted?.(described) === false) {
    const ignored = () => options.onIgnored?.(described);
    reply(response, bare(ACCEPTED), () => settle(taking, ignored));
    return;
  }
  const received = seen.add(described);
  options.onArrival?.(received);
  const ackLimitMs = ackLimitOf(options);
  const answer = answerDelivery(received, options, {
    startedAt,
    ackLimitMs,
    over: () => overFor(response, closing),
    closing,
  });
  if (answer instanceof Promise) {
    answer.then((late) => give(taking, received, late)).catch(done);
  } else {
    give(taking, received, answer);
  }
}

function takeBody(taking: Taking, outcome: Buffer | Error): void {
  if (Buffer.isBuffer(outcome)) {
    takeDelivery(taking, describe(taking, outcome));
  } else if (outcome instanceof BodyRefused) {
    refuse(taking, { status: outcome.status, reason: outcome.message });
  } else {
    tellRefused(taking, { status: null, reason: 'the sender went away before the body was whole' });
    taking.done();
  }
}

/** Why a request is answered without a look at its body; undefined where it is not. */
function refusalOf({ request, desk }: Taking): Refusal | undefined {
  if (!desk.ending.aborted) return refuseRequest(request, desk.options.path);
  return { status: UNAVAILABLE, reason: 'the receiver ends; the service tries again', headers: {} };
}

/**
 * Takes one request: refuses what is no delivery, checks the signature over the raw bytes, answers, reports. Tells once
 * when it is done with it, and what went wrong if anything did.
 */
export function receiveDelivery(
  { request, response }: Exchange,
  desk: ReceiverDesk,
  done: Taking['done'],
): void {
  const startedAt = performance.now();
  const taking = { request, response, desk, startedAt, receivedAt: new Date(), done };
  const refusal = refusalOf(taking);
  if (refusal) {
    refuse(taking, refusal);
    return;
  }
  desk.bodies.read(request, (outcome) => {
    try {
      takeBody(taking, outcome);
    } catch (error) {
      done(error);
    }
  });
}
