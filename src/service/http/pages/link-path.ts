import type { FastifyRequest } from 'fastify';

/** The path of a signer's page. */
export const signPath = (token: string): string => `/sign/${encodeURIComponent(token)}`;

/** The link's token in a request's path, decoded. */
export function linkIn({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const token = typeof params === 'object' && params !== null && 'token' in params && params.token;
  return typeof token === 'string' ? token : undefined;
}
