import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../../core/evidence/audit.rules.ts';
import type { LinkSecrets, Links } from '../../core/links/links.rules.ts';
import { mac } from '../../core/links/links.rules.ts';
import { TRIP_MS } from '../../members/sign-in/provider-trip.rules.ts';
import { KNOWN_MS, rememberMember, SESSION } from '../../members/sign-in/session.rules.ts';
import type { SignedIn } from '../../members/sign-in/sessions.sql.ts';
import type { BegunSession, Browser } from '../../members/sign-in/sign-in.ts';
import { originOf } from '../kit/request-text.ts';

export interface MemberVisit extends SignedIn {
  /** Goes into every form; only this session's pages know it. */
  readonly formKey: string;
  /** They signed in or confirmed their identity recently. */
  readonly isConfirmed: boolean;
  /** From `deps.clock`. */
  readonly now: Date;
}

/** Names over HTTPS and on loopback, and the lifetime in milliseconds. */
interface Cookie {
  readonly secure: string;
  readonly plain: string;
  readonly ms: number;
}

const OF_SESSION: Cookie = {
  secure: '__Host-esign',
  plain: 'esign_dashboard',
  ms: SESSION.longestMs,
};
const OF_KNOWN: Cookie = { secure: '__Host-esign-known', plain: 'esign_known', ms: KNOWN_MS };
const OF_TRIP: Cookie = { secure: '__Host-esign-trip', plain: 'esign_trip', ms: TRIP_MS };

/**
 * Bound to its host over HTTPS (RFC 6265bis, section 4.1.3.2). On loopback it includes the port:
 * browsers send cookies to all ports of a host.
 */
function nameOf({ secure, plain }: Cookie, baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl);
  return protocol === 'https:' ? secure : `${plain}_${port}`;
}

const setCookie =
  (cookie: Cookie) =>
  (reply: FastifyReply, value: string, baseUrl: string): void => {
    const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
    const seconds = value === '' ? 0 : cookie.ms / 1000;
    const rules = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
    reply.header('Set-Cookie', `${nameOf(cookie, baseUrl)}=${value}; ${rules}`);
  };

const readCookie =
  (cookie: Cookie) =>
  ({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): string | undefined => {
    const name = `${nameOf(cookie, baseUrl)}=`;
    const pairs = (headers.cookie ?? '').split(/; */);
    return pairs.find((pair) => pair.startsWith(name))?.slice(name.length) || undefined;
  };

const setSessionCookie = setCookie(OF_SESSION);
const setKnownCookie = setCookie(OF_KNOWN);
/** Cookie for members who signed in on this browser; undefined if there are none. */
export const knownIn = readCookie(OF_KNOWN);

/** Stores the session's secret in the browser, which also remembers the member afterwards. */
export function keepSession(
  reply: FastifyReply,
  { secret, email }: BegunSession,
  links: Links,
): void {
  const { baseUrl } = links;
  const known = knownIn(reply.request, baseUrl) ?? '';
  setSessionCookie(reply, secret, baseUrl);
  setKnownCookie(reply, rememberMember(links, known, { email, random: randomUUID() }), baseUrl);
}

export const dropSession = (reply: FastifyReply, baseUrl: string): void =>
  setSessionCookie(reply, '', baseUrl);
export const sessionSecret = readCookie(OF_SESSION);

/** An empty token ends the trip to the identity provider. */
export const setTripCookie = setCookie(OF_TRIP);
export const tripToken = readCookie(OF_TRIP);

export const byMember = ({ user }: Pick<SignedIn, 'user'>, request: FastifyRequest): Origin =>
  originOf(request, `member:${user.userId}`);

export function browserOf(request: FastifyRequest): Browser {
  const { ip, userAgent } = originOf(request, 'visitor');
  return { ip, userAgent };
}

export const formKeyOf = ({ secret }: LinkSecrets, sessionId: string): string =>
  mac(secret, 'form', sessionId).toString('base64url');

/** Also accepts keys by former secrets. */
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
