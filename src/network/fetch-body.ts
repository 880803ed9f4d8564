import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { failing, failureReason, statusReason } from './failure-reason.ts';
import { findLocally } from './find-addresses.ts';
import type { RefusalOf } from './public-address.ts';
import { checkedLookup, isPublic } from './public-address.ts';

interface BodyRequest {
  /** http or https, without user name and password. */
  readonly url: string;
  /** POSTs this body instead of a GET. */
  readonly post?: { readonly body: Uint8Array; readonly type: string };
}

export interface FetchLimits {
  /** For the whole exchange. Default: 10 s. */
  readonly timeoutMs?: number;
  /** Longest body. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** Which IP addresses are blocked. Default: all that are not public. */
  readonly refusalOf?: RefusalOf;
}

/** `failure` is a short, stable name such as `blocked_address` or `http_404`. */
export type Fetched = { readonly body: Buffer } | { readonly failure: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;

/** For addresses that an operator or a trusted authority chose. */
export const anyAddress: RefusalOf = () => undefined;

const publicOnly: RefusalOf = (address) => (isPublic(address) ? undefined : 'blocked_address');

/** `URL.canParse` of Node 20 refuses names with an umlaut once it is compiled. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Throws an error made by `failing`. */
function readUrl(text: string, refusalOf: RefusalOf): { url: URL; host: string } {
  const url = parsed(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isWeb || url.username || url.password) throw failing('invalid_url');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Sockets look names up, but not IP addresses.
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host);
  if (refusal) throw failing(refusal);
  return { url, host };
}

/** Ends a request whose socket reached another address than those checked. */
function watch(request: ClientRequest, refusalOf: RefusalOf): void {
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      const refusal = socket.remoteAddress ? refusalOf(socket.remoteAddress) : 'connection_reset';
      if (refusal) request.destroy(failing(refusal));
    }),
  );
}

function open({ url: text, post }: BodyRequest, refusalOf: RefusalOf, signal: AbortSignal) {
  const { url, host } = readUrl(text, refusalOf);
  const options: RequestOptions = {
    method: post ? 'POST' : 'GET',
    ...{ host, port: url.port, path: `${url.pathname}${url.search}` },
    headers: {
      host: url.host,
      'accept-encoding': 'identity',
      ...(post && { 'content-type': post.type, 'content-length': post.body.length }),
    },
    lookup: checkedLookup(findLocally, refusalOf),
    agent: false,
    signal,
  };
  const request = url.protocol === 'http:' ? requestHttp(options) : requestHttps(options);
  watch(request, refusalOf);
  return request.end(post?.body);
}

/** Throws an error made by `failing`, `too_large`. */
async function readWithin(chunks: AsyncIterable<Uint8Array>, maxBytes: number) {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw failing('too_large');
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * Fetches a body with limits of time and size. Default: only from the public internet, since
 * strangers may choose the address. Follows no redirects and uses no proxy. Never throws.
 */
export async function fetchBody(request: BodyRequest, limits: FetchLimits = {}): Promise<Fetched> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, refusalOf = publicOnly } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const sent = open(request, refusalOf, signal);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('error', reject).once('response', resolve);
      sent.once('upgrade', () => reject(failing('invalid_answer')));
    });
    try {
      const { statusCode = 0 } = response;
      const failure =
        statusCode === 200 ? null : (statusReason(statusCode) ?? `http_${statusCode}`);
      return failure === null ? { body: await readWithin(response, maxBytes) } : { failure };
    } finally {
      sent.destroy();
    }
  } catch (error) {
    return { failure: signal.aborted ? 'timeout' : failureReason(error) };
  }
}

/** Reads the whole body. Beyond `maxBytes`, throws an error made by `failing`, `too_large`. */
export async function withinBytes(response: Response, maxBytes: number): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(await readWithin(body, maxBytes), { status, statusText, headers });
}
