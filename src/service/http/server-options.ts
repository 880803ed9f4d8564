import type { FastifyServerOptions } from 'fastify';
import { LogController } from 'fastify';
import { NO_VALIDATOR } from './no-validator.ts';

/** Longest path parameter that is looked up; longer ones would get the router's own error. */
const PARAMETER_LENGTH = 16 * 1024;

/** Most bytes of a request before its body: its address with the query, and its headers with the cookies. */
export const HEADER_BYTES = 16 * 1024;

/** Options of every HTTP server of ours: none lets the framework answer in its own words, or logs requests its way. */
export const SERVER_OPTIONS = {
  schemaController: NO_VALIDATOR,
  logController: new LogController({
    disableRequestLogging: true,
    requestIdLogLabel: 'requestId',
  }),
  rewriteUrl: ({ url = '/' }) => decodableUrl(url),
  routerOptions: { maxParamLength: PARAMETER_LENGTH },
} satisfies FastifyServerOptions;

/** Escapes a path that cannot be decoded, so that it is not found instead of failing. */
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
