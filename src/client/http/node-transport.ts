import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { Progress, refuseAborted } from './progress.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';
import { joinHeaders, TransportFailure } from './transport.ts';

/** Makes an agent for connections that are kept or used once, to https or http. */
export type MakeAgent = (options: {
  readonly keepAlive: boolean;
  readonly isSecure: boolean;
}) => HttpAgent;

/** TLS settings beside the system's certificates, and the way to the service. */
export interface NodeTransportOptions {
  /** Certificates to trust and to present, in Node's format. */
  readonly tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase'>;
  /** Makes Node's agents, such as those of `proxyAgent`. Default: agents without a proxy. */
  readonly agent?: MakeAgent | undefined;
}

/** Only `connect`, or `secureConnect` under TLS, proves that there was no connection before. */
function follow(socket: Socket & { secureConnecting?: boolean }, isSecure: boolean, on: Progress) {
  const { connecting, secureConnecting } = socket;
  // Kept, or made ready by an agent
  if (!(isSecure ? secureConnecting : connecting)) return on.connected();
  if (isSecure && connecting) socket.once('connect', () => on.securing());
  else if (isSecure) on.securing();
  socket.once(isSecure ? 'secureConnect' : 'connect', () => on.connected());
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
  readonly #make: MakeAgent;
  /** The pools of reads, by protocol. */
  readonly #kept: { http?: HttpAgent; https?: HttpAgent } = {};

  constructor(options: NodeTransportOptions = {}) {
    this.#tls = { ...options.tls };
    this.#make =
      options.agent ??
      (({ keepAlive, isSecure }) => new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive }));
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    refuseAborted(request);
    const outgoing = this.#open(request);
    const isSecure = request.url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      let incoming: IncomingMessage | undefined;
      const progress = new Progress(request, (failure) => {
        (incoming ?? outgoing).destroy(failure);
        // A request that still waits for a proxy's socket emits no error when destroyed
        reject(failure);
      });
      outgoing.once('socket', (socket) => follow(socket, isSecure, progress));
      outgoing.once('finish', () => progress.requestSent());
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
    for (const agent of Object.values(this.#kept)) agent.destroy();
  }

  #agent(isSecure: boolean, keepAlive: boolean): HttpAgent {
    if (!keepAlive) return this.#make({ keepAlive, isSecure });
    const name = isSecure ? 'https' : 'http';
    this.#kept[name] ??= this.#make({ keepAlive, isSecure });
    return this.#kept[name];
  }

  #open({ url, method, headers, ownConnection }: TransportRequest): ClientRequest {
    try {
      const isSecure = url.protocol === 'https:';
      const agent = this.#agent(isSecure, !ownConnection);
      return (isSecure ? httpsRequest : httpRequest)(url, { method, headers, agent, ...this.#tls });
    } catch (cause) {
      const unsent = { phase: 'connect', opened: false, cause } as const;
      throw new TransportFailure('the request cannot be written as HTTP', unsent);
    }
  }
}
