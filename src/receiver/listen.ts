import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { LIMITS } from '../contract/limits.ts';
import type { Answer } from './answer-delivery.ts';
import { answerDelivery } from './answer-delivery.ts';
import { checkDelivery } from './check-delivery.ts';
import { describeRequest, SeenBodies } from './describe-request.ts';
import { BodyRefused, readBody } from './read-body.ts';
import type { ReceivedDelivery, ReceivedRequest, RefusedRequest } from './received-delivery.ts';
import { refuseRequest } from './refuse-request.ts';

/** Longest that closing waits for answers under way. */
const CLOSE_MS = 1000;

/** What a receiver is started with. */
export interface ReceiverOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Path that deliveries go to; any other is a 404. */
  readonly path: string;
  /** One of them must have signed a delivery. */
  readonly secrets: readonly string[];
  /** False takes deliveries without a look at their signature. */
  readonly verify: boolean;
  /** Hands each good delivery on, and its answer back. */
  readonly forwardTo?: URL | undefined;
  readonly maxBodyBytes: number;
  /** Longest that a body may take, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time after which an answer is late; 10 s unless told (specification, section 6). */
  readonly ackLimitMs?: number;
  /** Told of each delivery once it is answered and the application, if any, is done with it. */
  readonly onDelivery: (delivery: ReceivedDelivery) => void | Promise<void>;
  /** Told of each request that is no delivery. */
  readonly onRefused?: (refused: RefusedRequest) => void;
  /** The status for a delivery that is not forwarded; 204 unless told. */
  readonly respond?: (received: ReceivedRequest) => number;
}

/** A receiver that listens. */
export interface Receiver {
  /** Where deliveries go. */
  readonly url: string;
  /** Stops listening; answers under way have a second. */
  close(): Promise<void>;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Resolves once the answer is out, or can no longer be given. */
function reply(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.once('finish', resolve);
    response.writeHead(status, { ...headers, 'Content-Length': body.length });
    response.end(body);
  });
}

async function refuse(
  { request, response }: Exchange,
  { onRefused }: ReceiverOptions,
  refusal: { status: number; reason: string; headers?: Readonly<Record<string, string>> },
): Promise<void> {
  const { status, reason, headers } = refusal;
  onRefused?.({ method: request.method ?? '', url: request.url ?? '', status, reason });
  const body = Buffer.alloc(0);
  request.resume();
  await reply(response, { status, headers: { ...headers, Connection: 'close' }, body });
}

/** The body; undefined when it was refused, which is answered already, or when the sender went away. */
async function takeBody(exchange: Exchange, options: ReceiverOptions): Promise<Buffer | undefined> {
  try {
    return await readBody(exchange.request, options);
  } catch (error) {
    if (error instanceof BodyRefused) {
      await refuse(exchange, options, { status: error.status, reason: error.message });
    }
    return undefined;
  }
}

async function receive(
  exchange: Exchange,
  options: ReceiverOptions,
  seen: SeenBodies,
): Promise<void> {
  const { request, response } = exchange;
  const startedAt = performance.now();
  const receivedAt = new Date();
  const refusal = refuseRequest(request, options.path);
  if (refusal) return await refuse(exchange, options, refusal);
  const body = await takeBody(exchange, options);
  if (!body) return;
  const signature = options.verify
    ? checkDelivery(body, request, options.secrets)
    : ({ state: 'unchecked' } as const);
  const received = describeRequest(request, body, { seen, signature, receivedAt });
  const limitMs = options.ackLimitMs ?? LIMITS.webhookAcknowledgementMs;
  const ackLimitMs = Math.max(0, limitMs - (performance.now() - startedAt));
  const { forwardTo, respond } = options;
  const answered = await answerDelivery(received, { forwardTo, respond, ackLimitMs });
  const ackMs = Math.round(performance.now() - startedAt);
  await reply(response, answered.answer);
  const { status } = answered.answer;
  const forward = await answered.forward;
  await options.onDelivery({ ...received, status, ackMs, isLate: answered.isLate, forward });
}

function urlOf(server: Server, { host, path }: ReceiverOptions): string {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Starts a receiver of webhook deliveries: checks the signature over the raw bytes, answers or forwards, and reports.
 * @throws Node's error when it cannot listen, such as one with the code `EADDRINUSE`
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const seen = new SeenBodies();
  const server = createServer((request, response) => {
    receive({ request, response }, options, seen).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { url: urlOf(server, options), close: () => closeServer(server) };
}
