import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '../../contract/limits.ts';
import type { Answer, Answered, AnswerTimes } from './answer-delivery.ts';
import { ACCEPTED, answerDelivery, bare } from './answer-delivery.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import type { Checks } from './describe-delivery.ts';
import { describeDelivery } from './describe-delivery.ts';
import type { EndOfTurn } from './end-of-turn.ts';
import type { BodyReader, BodyTaker } from './read-body.ts';
import { BodyRefused } from './read-body.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import type { Refusal } from './refuse-request.ts';
import { refuseRequest } from './refuse-request.ts';
import type { Exchange } from './reply.ts';
import { reply } from './reply.ts';
import type { SeenBodies } from './seen-bodies.ts';

/** Share of the time to answer in from which on an answer is slow. */
const SLOW_SHARE = 0.8;
const UNAVAILABLE = 503;

/** A request to take. */
interface Arrival extends Exchange {
  /** `performance.now()` when it came. */
  readonly startedAt: number;
}

/** What the deliveries of one receiver share. */
export interface ReceiverDesk extends Checks {
  readonly options: ReceiverOptions;
  readonly seen: SeenBodies;
  readonly bodies: BodyReader;
  readonly answers: EndOfTurn;
  /** Aborted once the receiver takes nothing new. */
  readonly ending: AbortSignal;
  /** Aborted once the receiver waits for nothing any more. */
  readonly closing: AbortSignal;
  /** Called once for each request, with what went wrong if anything did. */
  readonly done: (response: ServerResponse, error?: unknown) => void;
}

/** One request on its way to its answer. What needs no waiting is done at once: promises would be most of its cost. */
class Taking implements Arrival, BodyTaker, AnswerTimes {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly desk: ReceiverDesk;
  readonly startedAt: number;
  readonly receivedAtMs = Date.now();

  constructor({ request, response, startedAt }: Arrival, desk: ReceiverDesk) {
    this.request = request;
    this.response = response;
    this.startedAt = startedAt;
    this.desk = desk;
  }

  get announcedBytes(): number {
    return Number(this.request.headers['content-length'] ?? 0);
  }

  get ackLimitMs(): number {
    return this.desk.options.ackLimitMs ?? LIMITS.webhookAcknowledgementMs;
  }

  get closing(): AbortSignal {
    return this.desk.closing;
  }

  over(): AbortSignal {
    return overFor(this.response, this.closing);
  }

  takeBody(outcome: Buffer | Error): void {
    this.try(() => takeBody(this, outcome));
  }

  /** Does a step; what it throws is told. */
  try(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.done(error);
    }
  }

  done(error?: unknown): void {
    this.desk.done(this.response, error);
  }
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
  reply(taking, bare(status, { ...headers, Connection: 'close' }), () => taking.done());
}

/** Aborted when the sender is gone, or when the receiver waits for nothing any more. */
function overFor(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}

/** Does work, and is done with the request after it; what it throws is told. */
function settle(taking: Taking, work: () => void | Promise<void>): void {
  let waiting: void | Promise<void>;
  try {
    waiting = work();
  } catch (error) {
    taking.done(error);
    return;
  }
  if (waiting instanceof Promise) {
    waiting.then(
      () => taking.done(),
      (error) => taking.done(error),
    );
  } else {
    taking.done();
  }
}

/** Gives an answer and reports the delivery, once its application is done with it. */
function give(taking: Taking, record: DeliveryRecord, { answer, forward }: Answered): void {
  const { ackLimitMs, startedAt } = taking;
  const { onDelivery } = taking.desk.options;
  record.status = answer.status;
  record.ackMs = Math.round(performance.now() - startedAt);
  record.isSlow = record.ackMs >= ackLimitMs * SLOW_SHARE;
  record.isLate = record.ackMs >= ackLimitMs;
  reply(taking, answer, (isOut) => {
    record.isUnanswered = !isOut;
    settle(taking, () => {
      if (forward === null) return onDelivery(record);
      return forward.then((result) => {
        record.forward = result;
        return onDelivery(record);
      });
    });
  });
}

function takeDelivery(taking: Taking, body: Buffer): void {
  const { request, receivedAtMs, desk } = taking;
  const { options, seen } = desk;
  const { record, key } = describeDelivery({ request, receivedAtMs, body }, desk);
  const isBad = record.signature.state === 'invalid';
  if (!isBad && options.isWanted?.(record) === false) {
    reply(taking, bare(ACCEPTED), () => settle(taking, () => options.onIgnored?.(record)));
    return;
  }
  record.duplicateOf = seen.add(key, receivedAtMs);
  record.number = seen.count;
  options.onArrival?.(record);
  const answer = answerDelivery(record, options, taking);
  if (answer instanceof Promise) {
    answer.then((late) => give(taking, record, late)).catch((error) => taking.done(error));
  } else {
    desk.answers.add(() => taking.try(() => give(taking, record, answer)));
  }
}

function takeBody(taking: Taking, outcome: Buffer | Error): void {
  if (Buffer.isBuffer(outcome)) {
    takeDelivery(taking, outcome);
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
 * Takes one request: refuses what is no delivery, checks the signature over the raw bytes, answers, reports. The desk is
 * told once when it is done with.
 */
export function receiveDelivery(arrival: Arrival, desk: ReceiverDesk): void {
  const taking = new Taking(arrival, desk);
  const refusal = refusalOf(taking);
  if (refusal) refuse(taking, refusal);
  else desk.bodies.read(taking);
}
