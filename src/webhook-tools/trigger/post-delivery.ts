import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { forwardHeaders } from '../listen/forward-delivery.ts';

/** Most of an answer's body that is kept, in bytes. */
const BODY_BYTES = 2048;
/** Longest that an answer's body is read, in milliseconds. */
const BODY_MS = 1000;

/** A delivery on its way. */
export interface DeliveryPost {
  readonly target: URL;
  /** Names and values, alternating; those that belong to one connection are left out. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Longest until the status, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How a delivery was answered; a `null` status means it was not, for the reason in `error`. */
export interface PostResult {
  readonly status: number | null;
  /** `timeout`, or the code of Node's error such as `ECONNREFUSED`. */
  readonly error: string | null;
  /** Until the status, in milliseconds. */
  readonly durationMs: number;
  /** The beginning of the answer's body, as text from elsewhere. */
  readonly answer: string;
}

function startPost({ target, rawHeaders, body }: DeliveryPost): ClientRequest {
  const headers = forwardHeaders({ target, rawHeaders, body });
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return send(target, { method: 'POST', headers, agent: false }).end(body);
}

function statusOf(request: ClientRequest, { timeoutMs, signal }: DeliveryPost) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const late = (): void => {
      request.destroy(Object.assign(new Error('no answer in time'), { code: 'timeout' }));
    };
    const stop = (): void => {
      request.destroy(Object.assign(new Error('stopped'), { code: 'interrupted' }));
    };
    const timer = setTimeout(late, timeoutMs);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    request.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
    request.on('error', reject);
    request.once('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    request.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
  });
}

/** The beginning of an answer's body; whatever comes of the rest, it is not waited for. */
function beginningOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (): void => {
      clearTimeout(timer);
      answer.destroy();
      resolve(Buffer.concat(chunks).subarray(0, BODY_BYTES).toString('utf8'));
    };
    const timer = setTimeout(done, BODY_MS);
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= BODY_BYTES) done();
    });
    answer.once('end', done);
    answer.once('error', done);
    answer.once('close', done);
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'error';

/**
 * Posts a delivery as the service does and waits for the status only so long. No redirect is followed and no proxy used;
 * any address is taken, since whoever asks names their own. Never throws.
 */
export async function postDelivery(post: DeliveryPost): Promise<PostResult> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const answer = await statusOf(startPost(post), post);
    const durationMs = took();
    const status = answer.statusCode ?? null;
    return { status, error: null, durationMs, answer: await beginningOf(answer) };
  } catch (error) {
    return { status: null, error: codeOf(error), durationMs: took(), answer: '' };
  }
}
