import type { FastifyRequest } from 'fastify';

/**
 * True for a form that another site's page sent. The token in the path is the only authority there is, so this stops
 * no more than a site that knows it; browsers too old to say where a form comes from are believed.
 */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  // Pages without a referrer send their own forms with the origin "null"
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
