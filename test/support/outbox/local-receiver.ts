import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../network/loopback.ts';

/** A request that a local receiver got: its exact bytes. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly at: number;
}

/** Listens on a free loopback port until the test ends; answers the origin, such as `http://127.0.0.1:4711`. */
export async function listenLocally(server: Server): Promise<string> {
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return url;
}

/** A real HTTP receiver that keeps what it gets and answers as it is told; 204 unless told. */
export async function startLocalReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) =>
    response.writeHead(204).end(),
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
        at: performance.now(),
      };
      received.push(got);
      answer(response, got);
    });
  };
  return { url: await listenLocally(createServer(listener)), received };
}

/** One that answers 204 after so many milliseconds, and tells how many it had to answer at most at once. */
export async function startSlowReceiver(
  ms: number,
): Promise<{ url: string; received: Received[]; mostAtOnce: () => number }> {
  let underWay = 0;
  let most = 0;
  const receiver = await startLocalReceiver((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, ms);
  });
  return { ...receiver, mostAtOnce: () => most };
}
