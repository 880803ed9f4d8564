import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { ExchangeNotes } from './exchange-notes.ts';
import { hostOf } from './exchange-notes.ts';
import { errorCode } from './failure-reason.ts';
import type { AddressRule } from './public-address.ts';
import { assertReachable, checkedLookup } from './public-address.ts';
import { readBeginning } from './read-beginning.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** One POST to be made. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** False opens a connection of its own. */
  readonly agent: Agent | false;
  readonly notes: ExchangeNotes;
}

/** What bounds every POST. */
export interface PostLimits {
  /** Until the answer's headers, from the start on, in milliseconds. */
  readonly timeoutMs: number;
  /** Until the connection stands, TLS included, in milliseconds. */
  readonly connectMs: number;
  readonly addresses: Omit<AddressRule, 'isPlain'>;
  /** Extra certificates to trust, PEM. */
  readonly trustedRoots: readonly string[];
  /** Requests of this moment, for whoever wants to end them; an abort signal with so many listeners is slow. */
  readonly underWay: Set<ClientRequest>;
}

/** An answer with the beginning of its body. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | null;
}

const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];
/** A reused connection that dies sooner than this was dead before. */
const STALE_WITHIN_MS = 1000;

/** The POST failed; `isStale` when the connection that it reused had been closed by the other side. */
export class PostFailed extends Error {
  override readonly name = 'PostFailed';
  readonly isStale: boolean;

  constructor(cause: unknown, isStale: boolean) {
    super('the POST failed', { cause });
    this.isStale = isStale;
  }
}

function ruleFor({ protocol }: URL, { addresses }: PostLimits): AddressRule {
  return { ...addresses, isPlain: protocol === 'http:' };
}

function open(
  { url, headers, body, agent }: Post,
  { trustedRoots, rule }: { trustedRoots: readonly string[]; rule: AddressRule },
): ClientRequest {
  const lookup = checkedLookup(rule);
  const options = { method: 'POST', headers, agent, lookup };
  if (url.protocol === 'http:') return requestHttp(url, options).end(body);
  const trust = trustedRoots.length > 0 ? { ca: [...trustedRoots] } : {};
  return requestHttps(url, { ...options, ...trust }).end(body);
}

function noteUnderWay(request: ClientRequest, { underWay }: PostLimits): void {
  underWay.add(request);
  request.once('close', () => underWay.delete(request));
}

function assertLiteralReachable(url: URL, rule: AddressRule): void {
  const literal = hostOf(url);
  if (isIP(literal)) assertReachable(literal, rule);
}

/** An error whose code is the reason of a failure. */
export const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Ends the request when the connection is late or ends at an address that is not allowed. */
function watchConnection(
  request: ClientRequest,
  { connectMs, rule }: { connectMs: number; rule: AddressRule },
): void {
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket) return;
    const timer = setTimeout(() => request.destroy(failing('timeout_connect')), connectMs);
    const done = (): void => clearTimeout(timer);
    request.once('close', done);
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', done);
    socket.once('connect', () => {
      try {
        assertReachable(socket.remoteAddress ?? '', rule);
      } catch (error) {
        request.destroy(error instanceof Error ? error : undefined);
      }
    });
  });
}

/** Resolves with the answer's headers; an answer that switches protocols counts as one without a body. */
function answerTo(request: ClientRequest, timeoutMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(failing('timeout_ack')), timeoutMs);
    request.once('close', () => clearTimeout(timer));
    request.on('error', reject);
    const answered = (answer: IncomingMessage): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.once('response', answered);
    request.once('upgrade', (answer: IncomingMessage, socket: Socket) => {
      socket.destroy();
      answered(answer);
    });
  });
}

/**
 * Makes one POST and reads the beginning of its answer. Redirects are answers; nothing is followed.
 * @throws {PostFailed} when no answer came; its cause is Node's error, or one with the code `blocked_address`,
 *   `insecure_url`, `timeout_connect` or `timeout_ack`
 */
export async function postOnce(post: Post, limits: PostLimits): Promise<Answer> {
  const startedAt = performance.now();
  let request: ClientRequest | undefined;
  let answer: IncomingMessage;
  try {
    const rule = ruleFor(post.url, limits);
    assertLiteralReachable(post.url, rule);
    request = open(post, { trustedRoots: limits.trustedRoots, rule });
    noteUnderWay(request, limits);
    post.notes.watch(request);
    watchConnection(request, { connectMs: limits.connectMs, rule });
    answer = await answerTo(request, limits.timeoutMs);
  } catch (error) {
    const isQuick = performance.now() - startedAt < STALE_WITHIN_MS;
    const isClosed = CLOSED_CODES.includes(errorCode(error));
    throw new PostFailed(error, isQuick && isClosed && request?.reusedSocket === true);
  }
  const { text, truncated } = await readBeginning(answer);
  post.notes.answered(answer.headers, truncated);
  return {
    status: answer.statusCode ?? 0,
    body: text,
    retryAfterMs: readRetryAfter(answer.headers['retry-after'], Date.now()),
  };
}
