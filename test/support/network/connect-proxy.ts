import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

/** A proxy on loopback. */
export interface ConnectProxy {
  readonly url: string;
  /** Where tunnels were asked for, as `host:port`. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** What a proxy does with a CONNECT: build the tunnel, answer with a status, or nothing at all. */
export type ProxyManner = 'tunnel' | 'refuse' | 'silent';

/** A real HTTP proxy that knows only CONNECT (RFC 9110, 9.3.6). */
export async function startConnectProxy(manner: ProxyManner = 'tunnel'): Promise<ConnectProxy> {
  const asked: string[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connection', ignoreErrors);
  server.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '');
    if (manner === 'tunnel') tunnel(client, request.url ?? '');
    if (manner === 'refuse') client.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
  });
  return { ...(await listenOnLoopback(server)), asked };
}

const ignoreErrors = (socket: Socket) => void socket.on('error', () => undefined);

/** Joins both sides; an end, a reset and a close of one are passed to the other. */
function tunnel(client: Socket, target: string): void {
  const { hostname, port } = new URL(`http://${target}`);
  const upstream = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
  ignoreErrors(upstream);
  const unreachable = () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  client.once('close', () => upstream.destroy());
  upstream.once('error', unreachable);
  upstream.once('connect', () => {
    upstream.off('error', unreachable);
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    client.pipe(upstream).pipe(client);
    upstream.on('close', () => client.destroy());
  });
}
