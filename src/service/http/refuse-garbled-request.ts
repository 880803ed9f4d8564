import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure } from './read-failure.ts';
import { newRequestId, REQUEST_ID_HEADER } from './request-id.ts';

/** Answers what is no HTTP request at all, or has too many headers, and closes the connection. */
export function refuseGarbledRequest(
  this: FastifyInstance,
  error: { code?: string },
  socket: Socket,
): void {
  const requestId = newRequestId();
  this.log.info({ requestId, code: error.code }, 'garbled request');
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isOverflow = error.code === 'HPE_HEADER_OVERFLOW';
  const words = isOverflow ? 'The headers are too large.' : 'The request is not valid HTTP.';
  const { status, body } = failure('invalid_request', words);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} Bad Request`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
