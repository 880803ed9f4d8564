const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long somebody stays signed in, in milliseconds: without a request, and at most. */
export const SESSION = { idleMs: DAY_MS, longestMs: 14 * DAY_MS } as const;

/** How long after a sign-in or a confirmation somebody may change what matters most, in milliseconds. */
export const SUDO_MS = 10 * MINUTE_MS;

/** A use of a session is noted once it is this much later than the last one noted, in milliseconds. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** How long a mail lets somebody sign in, in milliseconds. */
export const SIGN_IN_MS = 15 * MINUTE_MS;

/** Most wrong codes for a request to sign in. */
export const MOST_WRONG_CODES = 5;

/** Somebody's time in the dashboard. The browser has a secret, of which the hash is stored. */
export interface Session {
  /** A UUID, which shows the session in a list and lets nobody in. */
  readonly sessionId: string;
  readonly userId: string;
  /** The account that is shown. */
  readonly accountId: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** Until when what matters most may be changed. */
  readonly sudoUntil: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** When a session ends without another request. */
export function endOf({ createdAt, seenAt }: Pick<Session, 'createdAt' | 'seenAt'>): Date {
  const idle = seenAt.getTime() + SESSION.idleMs;
  return new Date(Math.min(idle, createdAt.getTime() + SESSION.longestMs));
}
