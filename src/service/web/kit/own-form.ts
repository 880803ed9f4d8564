import type { FastifyRequest } from 'fastify';

/** A form whose key is not of the visitor's session, or comes after its file. */
export class ForeignForm extends Error {}

/**
 * Whether a page of this service sent the form. Old browsers don't say where a form comes from, and
 * one that a browser sends again comes from nowhere. Such a form is refused where a cookie is the
 * authority, and taken where the link in the path is.
 */
export function isOwnForm(
  { headers }: FastifyRequest,
  baseUrl: string,
  untold: 'refused' | 'taken' = 'refused',
): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  // Without a referrer, own forms have the origin "null".
  const isUntold = site === undefined ? (origin ?? 'null') === 'null' : site === 'none';
  if (isUntold) return untold === 'taken';
  return site === undefined ? origin === new URL(baseUrl).origin : site === 'same-origin';
}
