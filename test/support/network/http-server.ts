import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

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
  const { url: baseUrl, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { baseUrl, received };
}
