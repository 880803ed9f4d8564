import type { ClientRequestArgs } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { parseUrl } from '../../contract/parse-url.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';
import { variableOf } from '../options/from-environment.ts';
import { isHttp, LOOPBACK } from './base-url.ts';
import type { MakeAgent } from './node-transport.ts';
import { TransportFailure } from './transport.ts';

/** An abandoned attempt to reach the proxy ends after this time. */
const PROXY_MS = 60_000;

type Connected = (error: Error | null, socket?: Duplex) => void;
/** Every agent has this method, but some versions of Node's types leave it out. */
interface Connecting {
  createConnection(options: ClientRequestArgs, done?: Connected): Duplex;
}

/** The proxy for a connection; undefined for none. */
type ProxyOf = (isSecure: boolean, host: string, port: number) => URL | undefined;

/** Reads the address of a proxy, which often lacks the scheme. */
function readProxy(address: string | URL): URL {
  const text = String(address);
  const url = parseUrl(text.includes('://') ? text : `http://${text}`);
  if (url && isHttp(url)) return url;
  const message = 'the address of the proxy must begin with http:// or https://';
  throw new InvalidArgumentError('proxy', message);
}

/** True if a list such as NO_PROXY names the host, a domain above it, or everything. */
function isExcepted(list: string, host: string, port: number): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, name, only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (!name || (only !== undefined && Number(only) !== port)) return false;
    return name === '*' || host === name || host.endsWith(`.${name}`);
  });
}

/** As HTTPS_PROXY, HTTP_PROXY and NO_PROXY say, in small letters first; never for this machine. */
function fromEnvironment(): ProxyOf {
  const read = (name: string) => {
    const address = variableOf(name);
    return address === '' ? undefined : readProxy(address);
  };
  const [http, https, except] = [read('http_proxy'), read('https_proxy'), variableOf('no_proxy')];
  return (isSecure, host, port) => {
    if (LOOPBACK.test(host) || isExcepted(except, host.toLowerCase(), port)) return undefined;
    return isSecure ? https : http;
  };
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Asks the proxy for a tunnel (RFC 9110, 9.3.6). Its failure names the proxy, without the password. */
function tunnel(proxy: URL, target: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const fail = (what: string, cause?: unknown) => {
      const unsent = { phase: 'proxy', opened: false, cause } as const;
      reject(new TransportFailure(`the proxy ${proxy.host} ${what}`, unsent));
    };
    const request = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { host: target, ...credentials(proxy) };
    const options = { method: 'CONNECT', path: target, headers, agent: false, timeout: PROXY_MS };
    const asked = request(proxy, { ...options, auth: null });
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (cause) => fail('did not connect', cause));
    asked.once('connect', ({ statusCode = 0, statusMessage }, socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      fail(`answered ${statusCode} ${statusMessage}`.trim());
    });
    asked.end();
  });
}

const pairOf = (
  { host, port }: ClientRequestArgs,
  isSecure: boolean,
): readonly [string, number] => [String(host), Number(port ?? (isSecure ? 443 : 80))];

/**
 * For the option `agent` of `NodeTransport`: reaches every host through an HTTP proxy, by CONNECT.
 * Without an address, the proxy is that of HTTPS_PROXY and HTTP_PROXY, but for hosts of NO_PROXY
 * and this machine. Throws `InvalidArgumentError` for an address that is none.
 */
export function proxyAgent(proxy?: string | URL): MakeAgent {
  const given = proxy === undefined ? undefined : readProxy(proxy);
  const proxyOf = given === undefined ? fromEnvironment() : () => given;
  return ({ keepAlive, isSecure }) => {
    const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive });
    const plain = agent as unknown as Connecting;
    const direct = plain.createConnection.bind(agent);
    const connect = (options: ClientRequestArgs, done: Connected): Duplex | undefined => {
      const [host, port] = pairOf(options, isSecure);
      const through = proxyOf(isSecure, host, port);
      if (through === undefined) return direct(options, done);
      const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      tunnel(through, target)
        .then((socket) => (isSecure ? direct({ ...options, ...{ socket } }) : socket))
        .then((socket) => done(null, socket), done);
      return undefined;
    };
    return Object.assign(agent, { createConnection: connect });
  };
}
