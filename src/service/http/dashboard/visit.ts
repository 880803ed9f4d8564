import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkSecrets, Links } from '../../domain/documents/links.ts';
import { mac } from '../../domain/documents/links.ts';
import { KNOWN_MS, rememberMember } from '../../domain/members/known-browser.ts';
import { TRIP_MS } from '../../domain/members/provider-trip.ts';
import { SESSION } from '../../domain/members/session.ts';
import type { SignedIn } from '../../store/members/sessions.ts';
import type { Begun, Browser } from '../../use-cases/members/begin-session.ts';
import { originOf } from '../origin-of.ts';

/** A member at a page of the dashboard. */
export interface Visit extends SignedIn {
  /** Goes into every form: only a page of this session knows it. */
  readonly formKey: string;
  /** They signed in, or confirmed that it is them, not long ago. */
  readonly isConfirmed: boolean;
  /** By the service's clock. */
  readonly now: Date;
}

/** A cookie of the dashboard: its names over HTTPS and on loopback, and how long a browser keeps it, in milliseconds. */
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
 * The cookie's name: bound to its host over HTTPS (RFC 6265bis, section 4.1.3.2). On loopback it names the port, since browsers
 * send cookies to every port of a host.
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
/** Cookie of members who signed in on this browser; undefined if nobody did. */
export const knownIn = readCookie(OF_KNOWN);

/** Lets a browser keep the secret of its session, and remember the member also after it. */
export function keepSession(reply: FastifyReply, { secret, email }: Begun, links: Links): void {
  const { baseUrl } = links;
  const known = knownIn(reply.request, baseUrl) ?? '';
  setSessionCookie(reply, secret, baseUrl);
  setKnownCookie(reply, rememberMember(links, known, { email, random: randomUUID() }), baseUrl);
}

/** Lets a browser forget the secret of its session. */
export const dropSession = (reply: FastifyReply, baseUrl: string): void =>
  setSessionCookie(reply, '', baseUrl);
/** The secret of the session that a browser has; undefined without one. */
export const sessionSecret = readCookie(OF_SESSION);

/** Lets a browser keep its trip to an identity provider; an empty one ends it there. */
export const setTripCookie = setCookie(OF_TRIP);
/** The trip that a browser is on; undefined without one. */
export const tripToken = readCookie(OF_TRIP);

/** Where a session begins. */
export function browserOf(request: FastifyRequest): Browser {
  const { ip, userAgent } = originOf(request, 'visitor');
  return { ip, userAgent };
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
