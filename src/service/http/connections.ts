import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdAt } from '../domain/accounts/api-request.ts';
import { failure } from './error-replies.ts';
import { HEADER_BYTES } from './server-options.ts';
import type { TlsIdentity } from './tls.ts';
import { tlsOptions } from './tls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its requests carry whole files, and may take as long as those do. */
    readonly isUpload?: boolean;
  }
}

/** Names the request in every response; log lines carry the same id. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** How many connections a process has, and how long a request may take to arrive, in milliseconds. */
export interface ConnectionLimits {
  /** Most connections; further ones are closed. */
  readonly max: number;
  /** Of TLS, and then of the headers, which a new connection may not leave out. */
  readonly headersMs: number;
  /** Of a whole request. */
  readonly requestMs: number;
  /** Of a whole request to a route that takes files. */
  readonly uploadMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

/** The limits of a process that is given no others. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  max: 5000,
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 300_000,
  checkMs: 1000,
};

/** How long a refused client may take to read why, in milliseconds; reset before, it might not see it. */
const LINGER_MS = 2000;
/** Least time between two log lines about closed connections, in milliseconds. */
const TOLD_MS = 60_000;

/** Options of the server for HTTP, or for HTTPS. */
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
 * Closes connections beyond the most, and those on which a small request does not arrive in time. Each connection is
 * asked for its address while it is open, which Node then remembers: a request whose client hangs up must not be
 * recorded without one.
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

/** A timer of its own: the server has one limit for all requests, which is that of uploads. */
function endLate({ request, raw, log }: FastifyReply, ms: number): void {
  const timer = setTimeout(() => {
    if (request.raw.complete) return;
    log.debug('request too slow');
    // Without its socket, it waits behind the response to an earlier request.
    if (raw.socket && !raw.headersSent) refuse(raw.socket, LATE, request.id);
    else request.raw.destroy();
  }, ms).unref();
  request.raw.once('close', () => clearTimeout(timer));
}

/** Why a request is refused before any route has it. */
interface Refusal {
  readonly statusLine: string;
  readonly words: string;
}

const LATE = { statusLine: '408 Request Timeout', words: 'The request took too long to arrive.' };
const OVERSIZED = { statusLine: '400 Bad Request', words: 'The headers are too large.' };
const GARBLED = { statusLine: '400 Bad Request', words: 'The request is not valid HTTP.' };

/** By the codes of Node. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
  HPE_HEADER_OVERFLOW: OVERSIZED,
};

/** Whether the TLS handshake is not over: nothing can be said then. */
const isShaking = (socket: Duplex): boolean =>
  socket instanceof TLSSocket && socket.getProtocol() === null;

/** Responds to bytes that are not HTTP, to oversized headers, or to what arrives too slowly, and closes the connection. */
export function refuseGarbledRequest(
  this: FastifyInstance,
  { code = '' }: { code?: string },
  socket: Duplex,
): void {
  const requestId = requestIdAt(new Date(), randomUUID());
  const refusal = REFUSALS[code] ?? GARBLED;
  // Somebody who keeps connections open must not fill the log.
  this.log[refusal === LATE ? 'debug' : 'info']({ requestId, code }, 'garbled request');
  if (!socket.writable || code === 'ECONNRESET' || isShaking(socket)) socket.destroy();
  else refuse(socket, refusal, requestId);
}

/** Responds on the bare connection, and closes it even if the client does not. */
function refuse(socket: Duplex, { statusLine, words }: Refusal, requestId: string): void {
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
