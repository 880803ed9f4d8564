import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

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
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connection', (socket) => keep(sockets, socket));
  server.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '');
    keep(sockets, client);
    if (manner === 'tunnel') tunnel(client, request.url ?? '', sockets);
    if (manner === 'refuse') client.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: urlOf(server), asked, close: () => closed(server, sockets) };
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}

/** Joins both sides; an end, a reset and a close of one are passed to the other. */
function tunnel(client: Socket, target: string, sockets: Set<Socket>): void {
  const { hostname, port } = new URL(`http://${target}`);
  const upstream = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
  keep(sockets, upstream);
  const unreachable = () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  upstream.once('error', unreachable);
  upstream.once('connect', () => {
    upstream.off('error', unreachable);
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function closed(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
