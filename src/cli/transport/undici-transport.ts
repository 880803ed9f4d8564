import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { EnvHttpProxyAgent } from 'undici';
import { Progress, refuseAborted } from '../../client/http/progress.ts';
import { joinHeaders, TransportFailure } from '../../client/http/transport.ts';
import type {
  FailurePhase,
  NodeTransportOptions,
  Transport,
  TransportAnswer,
  TransportRequest,
} from '../../client/index.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import type { Proxies } from '../profiles/profile.ts';

export interface UndiciTransportOptions extends NodeTransportOptions {
  readonly proxies?: Proxies | undefined;
  /** Maximum connections per host, separately for reads and writes; unlimited by default. */
  readonly connections?: number | undefined;
}

const NO_PROXIES: Proxies = { http: '', https: '', except: '' };
/** An abandoned connection attempt ends after this time. */
const CONNECT_MS = 60_000;
const TLS_FAULT = /^(ERR_SSL|ERR_TLS|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const PIECE_BYTES = 64 * 1024;

const fieldOf = (cause: unknown, name: 'code' | 'port' | 'hostname'): string =>
  cause instanceof Error ? String(Reflect.get(cause, name) ?? '') : '';

/** The phase of a failure before the request was sent, if the cause shows it. */
function phaseOf(cause: unknown, { http, https }: Proxies): FailurePhase | undefined {
  if (cause instanceof Error && cause.message.startsWith('Proxy response')) return 'proxy';
  const proxies = [http, https].flatMap((proxy) => parseUrl(proxy) ?? []);
  const isOfProxy = proxies.some(
    ({ hostname, port }) =>
      hostname === fieldOf(cause, 'hostname') || (port !== '' && port === fieldOf(cause, 'port')),
  );
  if (isOfProxy) return 'proxy';
  return TLS_FAULT.test(fieldOf(cause, 'code')) ? 'tls' : undefined;
}

/** Names the proxy, without its user and password. */
function proxyFailure({ protocol }: URL, { http, https }: Proxies, cause: unknown) {
  const { host } = new URL(protocol === 'https:' ? https : http);
  const unsent = { phase: 'proxy', opened: false, cause } as const;
  return new TransportFailure(`the proxy ${host} did not connect`, unsent);
}

/** A small body is sent together with its headers. */
const isSmall = ({ body }: TransportRequest): boolean => (body?.byteLength ?? 0) <= PIECE_BYTES;

function bodyOf(request: TransportRequest, isWritten: () => void): Uint8Array | Readable | null {
  const { body, onSent } = request;
  if (body === undefined || isSmall(request)) return body ?? null;
  function* pieces(bytes: Uint8Array) {
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      yield bytes.subarray(at, at + PIECE_BYTES);
      onSent?.(Math.min(at + PIECE_BYTES, bytes.byteLength));
    }
    isWritten();
  }
  return Readable.from(pieces(body), { objectMode: false });
}

/** `onRequestStart` is called before the first byte is sent. */
class PendingRequest implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #progress: Progress;
  readonly #resolve: (answer: TransportAnswer) => void;
  readonly #fail: (cause: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #incoming: Readable | undefined;

  constructor(
    request: TransportRequest,
    proxies: Proxies,
    settle: {
      readonly resolve: (answer: TransportAnswer) => void;
      readonly reject: (failure: Error) => void;
    },
  ) {
    this.#request = request;
    this.#progress = new Progress(request, (failure) => this.#end(failure));
    this.#resolve = settle.resolve;
    this.#fail = (cause) => {
      this.#progress.closed();
      const phase = this.#controller === undefined ? phaseOf(cause, proxies) : undefined;
      const told = phase === 'proxy' ? proxyFailure(request.url, proxies, cause) : cause;
      settle.reject(this.#progress.failure(told, phase));
    };
  }

  start(dispatcher: Dispatcher): void {
    const { method, url, headers } = this.#request;
    const body = bodyOf(this.#request, () => this.#progress.requestSent());
    const { origin, pathname, search } = url;
    const path = `${pathname}${search}`;
    const limits = { headersTimeout: 0, bodyTimeout: 0 };
    try {
      dispatcher.dispatch({ origin, path, method, headers, body, ...limits }, this);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { stopped } = this.#progress;
    if (stopped) {
      controller.abort(stopped);
      return;
    }
    this.#controller = controller;
    this.#progress.connected();
    if (isSmall(this.#request)) this.#progress.requestSent();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.#progress.responded();
    const incoming = new Readable({ read: () => controller.resume() });
    // An abort between two reads must not be an unhandled event; the next read reports it
    incoming.on('error', () => undefined);
    incoming.once('close', () => {
      this.#progress.closed();
      if (!incoming.readableEnded)
        controller.abort(new Error('the rest of the response was discarded'));
    });
    this.#incoming = incoming;
    const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
    const discard = () => {
      incoming.destroy();
    };
    this.#resolve({
      status,
      headers: joinHeaders(raw.map((text) => Buffer.from(text).toString('latin1'))),
      body: this.#progress.read(incoming, discard),
      discard,
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#incoming?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#incoming?.push(null);
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    if (this.#incoming) this.#incoming.destroy(cause);
    else this.#fail(cause);
  }

  #end(failure: Error): void {
    if (this.#incoming) this.#incoming.destroy(failure);
    else this.#controller?.abort(failure);
    this.#fail(failure);
  }
}

/** For proxies and pools. Reports exactly whether a failed request may have reached the service. */
export class UndiciTransport implements Transport {
  readonly #proxies: Proxies;
  readonly #reads: Dispatcher;
  readonly #writes: Dispatcher;

  /** Throws a `TypeError` for an invalid proxy address. */
  constructor({ tls = {}, proxies = NO_PROXIES, connections }: UndiciTransportOptions = {}) {
    const { http: httpProxy, https: httpsProxy, except: noProxy } = proxies;
    const shared = {
      ...(connections !== undefined && { connections }),
      httpProxy,
      httpsProxy,
      noProxy,
      connect: { ...tls, timeout: CONNECT_MS },
      requestTls: { ...tls, timeout: CONNECT_MS },
    };
    this.#proxies = proxies;
    this.#reads = new EnvHttpProxyAgent(shared);
    // Writes never reuse a connection: on a stale one the outcome would be unknown
    this.#writes = new EnvHttpProxyAgent({ ...shared, pipelining: 0 });
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    refuseAborted(request);
    const dispatcher = request.ownConnection ? this.#writes : this.#reads;
    return new Promise((resolve, reject) => {
      new PendingRequest(request, this.#proxies, { resolve, reject }).start(dispatcher);
    });
  }

  close(): void {
    for (const dispatcher of [this.#reads, this.#writes]) void dispatcher.destroy();
  }
}
