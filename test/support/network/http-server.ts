import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** A received request with its body. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Responds with JSON, a request id and further headers. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_1',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** An HTTP server on loopback, for one test; it records its requests. */
export async function serveHttp(
  handle: (request: Received, response: ServerResponse) => void,
): Promise<{ readonly baseUrl: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks) };
      received.push(request);
      handle(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { baseUrl: `http://127.0.0.1:${address.port}`, received };
}
