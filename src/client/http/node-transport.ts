import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { exchange } from './node-exchange.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

/** What `node:tls` should use beside the system's certificates: a private authority, a client certificate. */
export interface NodeTransportOptions {
  readonly tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase'>;
}

/**
 * The default transport, over `node:http(s)`: reads share kept connections, writes get one of their own. It tells
 * exactly whether a failed request can have reached the service.
 */
export class NodeTransport implements Transport {
  readonly #tls: Readonly<Record<string, unknown>>;
  #http: HttpAgent | undefined;
  #https: HttpsAgent | undefined;

  constructor(options: NodeTransportOptions = {}) {
    this.#tls = { ...options.tls };
  }

  send(request: TransportRequest): Promise<TransportAnswer> {
    const secure = request.url.protocol === 'https:';
    const agent = request.ownConnection ? false : this.#pool(secure);
    return exchange(request, { agent, tls: this.#tls });
  }

  close(): void {
    this.#http?.destroy();
    this.#https?.destroy();
  }

  #pool(secure: boolean): HttpAgent {
    if (secure) {
      this.#https ??= new HttpsAgent({ keepAlive: true });
      return this.#https;
    }
    this.#http ??= new HttpAgent({ keepAlive: true });
    return this.#http;
  }
}
