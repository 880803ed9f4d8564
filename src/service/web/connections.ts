import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdAt } from '../core/accounts/api-request.rules.ts';
import { failure } from './error-replies.ts';
import type { TlsIdentity } from './server-options.ts';
import { HEADER_BYTES, tlsOptions } from './server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether requests carry files, and get more time. */
    readonly isUpload?: boolean;
    /** Read by the statement that finds the key. */
    readonly reads?: 'document' | 'page';
  }
}

/** Identifies the request in its response and in log lines. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Limits per process. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Further connections are closed. */
  readonly max: number;
  /** For TLS, and then for the headers. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** For a whole request to an upload route. */
  readonly uploadMs: number;
  readonly checkMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  max: 5000,
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 300_000,
  checkMs: 1000,
};

/** For a refused client to read the response, in milliseconds. An earlier reset could hide it. */
const LINGER_MS = 2000;
/** Minimum between two log lines about closed connections, in milliseconds. */
const TOLD_MS = 60_000;

export function serverOptions(
  { headersMs, uploadMs, checkMs }: ConnectionLimits,
  tls: TlsIdentity | undefined,
) {
  const http: ServerOptions = {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkMs,
  };
  const https = tls && { ...tlsOptions(tls), ...http, handshakeTimeout: headersMs };
  return { ...(https ? { https } : { http }), requestTimeout: uploadMs };
}

/**
 * Closes connections above the limit, and those with a late small request. Reads each address
 * early, and Node remembers it: a request whose client hangs up is recorded with its address.
 */
export function limitConnections(
  app: FastifyInstance,
  { max, requestMs }: Pick<ConnectionLimits, 'max' | 'requestMs'>,
): void {
  app.server.maxConnections = max;
  for (const event of ['connection', 'secureConnection']) {
    app.server.on(event, (socket: Socket) => {
      if (socket.remoteAddress === undefined) socket.destroy();
    });
  }
  let toldAt = Number.NEGATIVE_INFINITY;
  app.server.on('drop', () => {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    app.log.warn({ maxConnections: max }, 'connections closed: too many are open');
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && !request.routeOptions.config.isUpload) endLate(reply, requestMs);
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Needs a timer: the server's only limit is that for uploads. */
function endLate({ request, raw, log }: FastifyReply, ms: number): void {
  const timer = setTimeout(() => {
    if (request.raw.complete) return;
    log.debug('request too slow');
    // Without a socket, it waits for an earlier response.
    if (raw.socket && !raw.headersSent) refuse(raw.socket, LATE, request.id);
    else request.raw.destroy();
  }, ms).unref();
  request.raw.once('close', () => clearTimeout(timer));
}

const LATE = { statusLine: '408 Request Timeout', words: 'The request took too long to arrive.' };
const OVERSIZED = { statusLine: '400 Bad Request', words: 'The headers are too large.' };
const GARBLED = { statusLine: '400 Bad Request', words: 'The request is not valid HTTP.' };

/** The client ended the connection within a request. */
const GONE = /^(ECONNRESET|EPIPE|HPE_INVALID_EOF_STATE)$/;

type ConnectionRefusal = typeof LATE;

const REFUSALS: Readonly<Record<string, ConnectionRefusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
  HPE_HEADER_OVERFLOW: OVERSIZED,
};

/** During the TLS handshake, no response can be sent. */
const isShaking = (socket: Duplex): boolean =>
  socket instanceof TLSSocket && socket.getProtocol() === null;

/** Responds to invalid HTTP, oversized headers and slow requests, and closes the connection. */
export function refuseGarbledRequest(
  this: FastifyInstance,
  { code = '' }: { code?: string },
  socket: Duplex,
): void {
  const requestId = requestIdAt(new Date(), randomUUID());
  const refusal = REFUSALS[code] ?? GARBLED;
  const isGone = GONE.test(code);
  // Clients that keep connections open, or go away, must not fill the log.
  const level = refusal === LATE || isGone ? 'debug' : 'info';
  this.log[level]({ requestId, code }, isGone ? 'client went away' : 'garbled request');
  if (!socket.writable || code === 'ECONNRESET' || isShaking(socket)) socket.destroy();
  else refuse(socket, refusal, requestId);
}

/** Responds on the raw connection, and closes it even if the client doesn't. */
function refuse(socket: Duplex, { statusLine, words }: ConnectionRefusal, requestId: string): void {
  const text = JSON.stringify(failure('invalid_request', words).body);
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
