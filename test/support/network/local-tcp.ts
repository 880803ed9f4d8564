import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

/** A TCP server on loopback, and the sockets of all connections to it. */
export interface LocalTcp {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

/** Starts a TCP server on loopback that closes when the test ends. */
export async function serveTcp(serve: (socket: Socket) => void): Promise<LocalTcp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { port, sockets };
}

/** Starts such a server for webhooks. Returns its http URL. */
export async function startLocalTcp(serve: (socket: Socket) => void): Promise<string> {
  const { port } = await serveTcp(serve);
  return `http://127.0.0.1:${port}/hook`;
}
