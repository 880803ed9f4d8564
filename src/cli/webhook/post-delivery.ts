import { setMaxListeners } from 'node:events';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { harmless } from '../terminal/harmless.ts';
import { headerPairs } from './raw-delivery.ts';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and `Expect`, which asks for an interim response. */
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

interface Outgoing {
  readonly target: URL;
  /** Names and values, alternating. Hop-by-hop headers are left out. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** Keeps the `Host` of `rawHeaders`. */
  readonly preserveHost?: boolean;
}

export interface DeliveryPost extends Outgoing {
  /** Longest wait for the status. */
  readonly timeoutMs: number;
  /** Most bytes of the response's body to read, and the longest time for it. */
  readonly bodyBytes: number;
  readonly bodyMs: number;
  readonly signal: AbortSignal;
}

/** If there was no response, `status` is null and `error` says why. */
export interface PostResult {
  readonly status: number | null;
  /** `timeout`, `interrupted`, or the code of Node's error such as `ECONNREFUSED`. */
  readonly error: string | null;
  /** Until the status. */
  readonly durationMs: number;
  readonly headers: IncomingHttpHeaders;
  /** Start of the body; untrusted. */
  readonly body: Buffer;
}

/** Names, values and order as given, with the target's `Host`. */
export function outgoingHeaders(outgoing: Outgoing): string[] {
  const { target, rawHeaders, body, preserveHost = false } = outgoing;
  const headers = headerPairs(rawHeaders);
  const named = headers
    .filter(({ key }) => key === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(','));
  const dropped = new Set([...HOP_BY_HOP, ...named.map((token) => token.trim())]);
  const kept = headers.filter(({ key }) => !dropped.has(key));
  const has = (wanted: string) => kept.some(({ key }) => key === wanted);
  return [
    ...(has('host') ? [] : ['Host', target.host]),
    ...kept.flatMap(({ name, key, value }) =>
      key === 'host' && !preserveHost ? [name, target.host] : [name, value],
    ),
    ...(has('content-length') ? [] : ['Content-Length', String(body.length)]),
    ...['Connection', 'close'],
  ];
}

function startPost(post: DeliveryPost): ClientRequest {
  const { target, body, signal } = post;
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  // Each concurrent post adds a listener.
  setMaxListeners(0, signal);
  const headers = outgoingHeaders(post);
  return send(target, { method: 'POST', headers, agent: false, signal }).end(body);
}

function responseTo(request: ClientRequest, timeoutMs: number): Promise<IncomingMessage> {
  const late = (): void => {
    request.destroy(Object.assign(new Error('no response in time'), { code: 'timeout' }));
  };
  const timer = setTimeout(late, timeoutMs);
  return new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', reject);
    request.once('response', resolve);
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.destroy());
    });
  }).finally(() => clearTimeout(timer));
}

async function beginningOf(
  response: IncomingMessage,
  { bodyBytes, bodyMs }: DeliveryPost,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), bodyMs);
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bodyBytes) break;
    }
  } catch {
    // The status stands, even if the body fails.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, bodyBytes);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  if (error.name === 'AbortError') return 'interrupted';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'error';
}

const WORDS: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 s',
  interrupted: 'stopped',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** Why a receiver did not answer; the code itself if there are no words for it. */
export function noResponse(error: string | null): string {
  if (error === null) return 'no response';
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(error))
    return `its certificate is not trusted (${error}); set NODE_EXTRA_CA_CERTS to its file`;
  return WORDS[error] ?? harmless(error);
}

/** Posts as the service does, without following redirects, but to any address. Never throws. */
export async function postDelivery(post: DeliveryPost): Promise<PostResult> {
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await responseTo(startPost(post), post.timeoutMs);
    const { statusCode: status = null, headers } = response;
    const durationMs = took();
    return { status, error: null, durationMs, headers, body: await beginningOf(response, post) };
  } catch (error) {
    const [durationMs, body] = [took(), Buffer.alloc(0)];
    return { status: null, error: codeOf(error), durationMs, headers: {}, body };
  }
}
