import { Agent, request } from 'node:https';
import type { SecureVersion, TLSSocket } from 'node:tls';

/** A request over TLS to a service of a certain certificate. */
export interface TlsCall {
  readonly url: string;
  readonly path?: string;
  /** PEM of the certificate that it has to show. */
  readonly ca: string;
  /** The name in it. */
  readonly host: string;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** Keeps its connection; by default each call has its own. */
  readonly agent?: Agent;
}

/** What came back, and over what. */
interface TlsAnswer {
  readonly status: number | undefined;
  readonly version: string | null;
  /** The port of this side, which tells connections apart. */
  readonly localPort: number | undefined;
}

/** Makes a GET request; rejects unless the certificate is the one. */
export async function callOnce({ url, path = '/', host, ...tls }: TlsCall): Promise<TlsAnswer> {
  const agent = tls.agent ?? new Agent({ maxCachedSessions: 0 });
  return await new Promise((resolve, reject) => {
    const options = { ...tls, agent, servername: host, headers: { host } };
    const sent = request(new URL(path, url), options, (answer) => {
      const socket = answer.socket as TLSSocket;
      const { localPort } = socket;
      const version = socket.getProtocol();
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode, version, localPort }));
    });
    sent.once('error', reject);
    sent.end();
  });
}
