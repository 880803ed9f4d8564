const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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
