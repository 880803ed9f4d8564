import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkSecrets } from '../../domain/documents/links.ts';
import { mac } from '../../domain/documents/links.ts';
import { SESSION } from '../../domain/members/session.ts';
import type { SignedIn } from '../../ports/members.ts';

/** A member at a page of the dashboard. */
export interface Visit extends SignedIn {
  /** Goes into every form: only a page of this session knows it. */
  readonly formKey: string;
  /** They signed in, or confirmed that it is them, not long ago. */
  readonly isConfirmed: boolean;
  /** By the service's clock. */
  readonly now: Date;
}

/**
 * The cookie's name: bound to its host over HTTPS (RFC 6265bis, section 4.1.3.2). On loopback it names the port, since browsers
 * send cookies to every port of a host.
 */
function cookieName(baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl);
  return protocol === 'https:' ? '__Host-esign' : `esign_dashboard_${port}`;
}

/** Lets a browser keep the secret of its session; an empty one ends it there. */
export function setSessionCookie(reply: FastifyReply, secret: string, baseUrl: string): void {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  const seconds = secret === '' ? 0 : SESSION.longestMs / 1000;
  const rules = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('Set-Cookie', `${cookieName(baseUrl)}=${secret}; ${rules}`);
}

/** The secret of the session that a browser has; undefined without one. */
export function sessionSecret(
  { headers }: Pick<FastifyRequest, 'headers'>,
  baseUrl: string,
): string | undefined {
  const name = `${cookieName(baseUrl)}=`;
  const pairs = (headers.cookie ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) || undefined;
}

/** The key of a session's forms. */
export const formKeyOf = ({ secret }: LinkSecrets, sessionId: string): string =>
  mac(secret, 'form', sessionId).toString('base64url');

/** Whether a form holds its session's key, also by a former secret. */
export function hasFormKey(
  { secret, formerSecrets = [] }: LinkSecrets,
  sessionId: string,
  given: string,
): boolean {
  return [secret, ...formerSecrets].some((one) => {
    const made = Buffer.from(formKeyOf({ secret: one }, sessionId));
    const key = Buffer.from(given);
    return made.length === key.length && timingSafeEqual(made, key);
  });
}

/** Whether a form was sent by a page of this service. Browsers too old to say so are refused. */
export function isOwnForm({ headers }: FastifyRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === new URL(baseUrl).origin;
}
