import type { Socket } from 'node:net';
import { startLocalTcp } from './local-tcp.ts';

/** Handles a request that has been read whole. */
export type Step = (socket: Socket, request: string) => void;

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
  return text.length - end - 4 >= length;
}

/** A TCP server that follows a script, one step per request; the last step repeats. Keeps the requests as text. */
export async function startScript(
  ...steps: readonly Step[]
): Promise<{ readonly baseUrl: string; readonly requests: string[] }> {
  const requests: string[] = [];
  const url = await startLocalTcp((socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const step = steps[Math.min(requests.length, steps.length - 1)];
      requests.push(text);
      text = '';
      step?.(socket, requests.at(-1) ?? '');
    });
  });
  return { baseUrl: new URL(url).origin, requests };
}

/** Responds in raw HTTP, with the body's length. */
export const reply =
  (status: number, body: string, ...headers: readonly string[]): Step =>
  (socket) => {
    const lines = [
      `HTTP/1.1 ${status} X`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  };

/** Responds with JSON. */
export const replyJson = (status: number, body: unknown, ...headers: readonly string[]): Step =>
  reply(status, JSON.stringify(body), 'Content-Type: application/json', ...headers);

/** Writes raw text and closes. */
export const writeAndClose =
  (text: string): Step =>
  (socket) => {
    socket.end(text);
  };

/** Closes with a FIN after reading the request. */
export const closes: Step = (socket) => {
  socket.end();
};

/** Resets the connection after reading the request. */
export const resets: Step = (socket) => {
  socket.resetAndDestroy();
};

/** Never responds. */
export const silent: Step = () => undefined;
