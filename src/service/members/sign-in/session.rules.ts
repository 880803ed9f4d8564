import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { LinkSecrets } from '../../core/links/links.rules.ts';
import { sealed, unsealed } from '../../core/links/links.rules.ts';

/** How long a browser remembers a member, in milliseconds from their last sign-in. */
export const KNOWN_MS = 365 * 86_400_000;

/** Members whom one browser remembers: the last ones who signed in. */
const MOST = 3;
const SEPARATOR = '~';

const purposeOf = (email: string): string => `known-browser ${email.toLowerCase()}`;

const tokensIn = (kept: string): string[] => kept.split(SEPARATOR, MOST).filter(Boolean);

/** Identifies a browser this address has signed in with before; undefined in any other. */
export function knownBrowser(
  secrets: LinkSecrets,
  kept: string,
  email: string,
): string | undefined {
  const ids = tokensIn(kept).map((token) => unsealed(secrets, purposeOf(email), token));
  return ids.find((id) => id !== undefined);
}

/** Holds a random value per member, sealed for their address. Names nobody and lets nobody in. */
export function rememberMember(
  secrets: LinkSecrets,
  kept: string,
  { email, random }: { readonly email: string; readonly random: string },
): string {
  const token = sealed(secrets.secret, purposeOf(email), random);
  const others = tokensIn(kept).filter((one) => knownBrowser(secrets, one, email) === undefined);
  return [token, ...others].slice(0, MOST).join(SEPARATOR);
}

/** How long a session lasts, in milliseconds: without a request, and at most. */
export const SESSION = { idleMs: DAY_MS, longestMs: 14 * DAY_MS } as const;

/** How long critical changes are allowed after a sign-in or confirmation, in milliseconds. */
export const SUDO_MS = 10 * MINUTE_MS;

/** Least time between two recorded uses of a session, in milliseconds. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** How long a mail lets somebody sign in, in milliseconds. */
export const SIGN_IN_MS = 15 * MINUTE_MS;

/** Per sign-in. */
export const MOST_WRONG_CODES = 5;

/** The browser has the session's secret, of which the hash is stored. */
export interface Session {
  /** A UUID for lists, which lets nobody in. */
  readonly sessionId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** Until when critical changes are allowed. */
  readonly sudoUntil: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** When a session ends without another request. */
export function endOf({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>): Date {
  const idle = seenAt.getTime() + SESSION.idleMs;
  return new Date(Math.min(idle, createdAt.getTime() + SESSION.longestMs));
}
