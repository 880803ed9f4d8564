import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { Progress, refuseAborted } from './progress.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';
import { joinHeaders, TransportFailure } from './transport.ts';

/** TLS settings beside the system's certificates: a private authority, a client certificate. */
export interface NodeTransportOptions {
  /** Certificates to trust and to present, in Node's format. */
  readonly tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase'>;
}

/** Only `connect`, or `secureConnect` under TLS, proves that there was no connection before. */
function watch(outgoing: ClientRequest, progress: Progress, isSecure: boolean): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return progress.connected();
    if (isSecure) socket.once('connect', () => progress.securing());
    socket.once(isSecure ? 'secureConnect' : 'connect', () => progress.connected());
  });
  outgoing.once('finish', () => progress.requestSent());
}

const PIECE_BYTES = 64 * 1024;

/** Writes in pieces if progress is wanted. */
function writeBody(outgoing: ClientRequest, { body, onSent }: TransportRequest): void {
  if (!body || !onSent || body.byteLength <= PIECE_BYTES) {
    outgoing.end(body);
    return;
  }
  const writeFrom = (at: number) => {
    if (at >= body.byteLength) {
      outgoing.end();
      return;
    }
    const end = Math.min(at + PIECE_BYTES, body.byteLength);
    outgoing.write(body.subarray(at, end), (error) => {
      if (error) return;
      onSent(end);
      writeFrom(end);
    });
  };
  writeFrom(0);
}

function responseOf(
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  progress: Progress,
): TransportAnswer {
  progress.responded();
  // An abort between two reads must not be an unhandled event; the next read reports it
  incoming.on('error', () => undefined);
  const discard = () => {
    incoming.destroy();
  };
  const close = () => {
    if (!incoming.readableEnded || !outgoing.writableFinished) discard();
  };
  return {
    status: incoming.statusCode ?? 0,
    headers: joinHeaders(incoming.rawHeaders),
    body: progress.read(incoming, close),
    discard,
  };
}

/**
 * The default transport, over `node:http(s)`. Reads share a pool of connections. Each write gets
 * its own, so that a failure shows exactly whether the request may have reached the service.
 */
export class NodeTransport implements Transport {
  readonly #tls: Readonly<Record<string, unknown>>;
  #http: HttpAgent | undefined;
  #https: HttpsAgent | undefined;

  constructor(options: NodeTransportOptions = {}) {
    this.#tls = { ...options.tls };
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    refuseAborted(request);
    const outgoing = this.#open(request);
    let incoming: IncomingMessage | undefined;
    const progress = new Progress(request, (failure) => (incoming ?? outgoing).destroy(failure));
    watch(outgoing, progress, request.url.protocol === 'https:');
    return new Promise((resolve, reject) => {
      outgoing.on('error', (cause) => reject(progress.failure(cause)));
      outgoing.once('close', () => {
        progress.closed();
        // Some requests end without an error, such as after an unrequested switch of protocols
        reject(progress.failure(undefined));
      });
      outgoing.once('response', (response) => {
        incoming = response;
        resolve(responseOf(outgoing, response, progress));
      });
      writeBody(outgoing, request);
    });
  }

  close(): void {
    this.#http?.destroy();
    this.#https?.destroy();
  }

  #open({ url, method, headers, ownConnection }: TransportRequest): ClientRequest {
    try {
      if (url.protocol === 'https:') {
        if (!ownConnection) this.#https ??= new HttpsAgent({ keepAlive: true });
        const agent = ownConnection ? false : this.#https;
        return httpsRequest(url, { method, headers, agent, ...this.#tls });
      }
      if (!ownConnection) this.#http ??= new HttpAgent({ keepAlive: true });
      return httpRequest(url, { method, headers, agent: ownConnection ? false : this.#http });
    } catch (cause) {
      const unsent = { phase: 'connect', opened: false, cause } as const;
      throw new TransportFailure('the request cannot be written as HTTP', unsent);
    }
  }
}
