import type { IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Headers that belong to one connection (RFC 9110, 7.6.1), and the one that asks for a go-ahead. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Most of an application's answer that is relayed. */
const ANSWER_BYTES = 64 * 1024;

/** A delivery to be handed on. */
export interface Forward {
  readonly target: URL;
  /** Names and values as they came, alternating. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Longest to wait for the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Keeps the `Host` that the sender named. */
  readonly preserveHost?: boolean;
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal;
}

/** An application's answer. */
export interface ForwardAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** At most 64 KiB. */
  readonly body: Buffer;
}

type Header = readonly [name: string, value: string];

function pairs(rawHeaders: readonly string[]): Header[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
}

/**
 * The headers of a forwarded delivery: names, values and order as they came, without those of the connection; `Host` is
 * the target's unless it is to be kept, and a body that came in chunks gets its length.
 */
export function forwardHeaders(
  forward: Pick<Forward, 'target' | 'rawHeaders' | 'body' | 'preserveHost'>,
): string[] {
  const { target, rawHeaders, body, preserveHost = false } = forward;
  const headers = pairs(rawHeaders);
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((token) => token.trim()),
    );
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  const kept = headers.filter(([name]) => !dropped.has(name.toLowerCase()));
  const has = (wanted: string) => kept.some(([name]) => name.toLowerCase() === wanted);
  const hosted = kept.map(([name, value]) =>
    name.toLowerCase() === 'host' && !preserveHost ? [name, target.host] : [name, value],
  );
  if (!has('host')) hosted.unshift(['Host', target.host]);
  if (!has('content-length')) hosted.push(['Content-Length', String(body.length)]);
  return [...hosted.flat(), 'Connection', 'close'];
}

async function readAnswer(answer: IncomingMessage): Promise<ForwardAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ANSWER_BYTES) break;
  }
  return {
    status: answer.statusCode ?? 502,
    contentType: answer.headers['content-type'],
    retryAfter: answer.headers['retry-after'],
    body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES),
  };
}

/**
 * Posts a delivery to an application, its bytes untouched. Redirects are answers.
 * @throws Node's error when the application cannot be reached, breaks off, or takes too long (`TimeoutError`), or when the
 * signal is aborted (`AbortError`)
 */
export function forwardDelivery(forward: Forward): Promise<ForwardAnswer> {
  const { target, body, timeoutMs } = forward;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = forward.signal ? AbortSignal.any([limit, forward.signal]) : limit;
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = forwardHeaders(forward);
  return new Promise((resolve, reject) => {
    const request = send(target, { method: 'POST', headers, agent: false, signal });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.once('response', (answer) => readAnswer(answer).then(resolve, reject));
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('the application switched protocols'));
    });
    request.end(body);
  });
}
