import type { SecureContextOptions } from 'node:tls';
import type { FastifyServerOptions } from 'fastify';
import { LogController } from 'fastify';

export interface TlsIdentity {
  /** PEM: its own, then its issuers'. */
  readonly certificate: string;
  /** PEM, without a passphrase. */
  readonly key: string;
}

/** TLS 1.2 at least, whatever flags the process was started with. */
export const tlsOptions = ({ certificate, key }: TlsIdentity) =>
  ({ cert: certificate, key, minVersion: 'TLSv1.2' }) satisfies SecureContextOptions;

/**
 * Fastify's validator slows down startup: handlers check requests by the contract's schemas. A
 * route schema for body, query or parameters fails at startup.
 */
export const NO_VALIDATOR = {
  compilersFactory: {
    buildValidator: () => {
      throw new Error('Check requests by the contract’s schemas, in the handler.');
    },
  },
} satisfies FastifyServerOptions['schemaController'];

/** Longer parameters would get the router's own error. */
const PARAMETER_LENGTH = 16 * 1024;

/** Limit in bytes for what precedes a body: address with query, and headers with cookies. */
export const HEADER_BYTES = 16 * 1024;

/** For all our HTTP servers: Fastify never answers in its words, or logs requests its way. */
export const SERVER_OPTIONS = {
  schemaController: NO_VALIDATOR,
  logController: new LogController({
    disableRequestLogging: true,
    requestIdLogLabel: 'requestId',
  }),
  rewriteUrl: ({ url = '/' }) => decodableUrl(url),
  routerOptions: { maxParamLength: PARAMETER_LENGTH },
} satisfies FastifyServerOptions;

/** Escapes an undecodable path, so that it's not found instead of failing. */
function decodableUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
