import type { FastifyRequest } from 'fastify';

export const signPath = (token: string): string => `/sign/${encodeURIComponent(token)}`;

/** Decoded. */
export function linkIn({ params }: Pick<FastifyRequest, 'params'>): string | undefined {
  const token = typeof params === 'object' && params !== null && 'token' in params && params.token;
  return typeof token === 'string' ? token : undefined;
}
