const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Grace period of a rolled key, by the word of its choice, in milliseconds. */
export const OVERLAPS = {
  now: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
} as const;
export type Overlap = keyof typeof OVERLAPS;

interface Ends {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether a key opens the API, was revoked, or reached the end that it was given when it was rolled. */
export function keyState({ revokedAt, expiresAt }: Ends, now: Date): 'valid' | 'ended' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'ended' : 'valid';
}

/** Whether a text is the word of an overlap. */
export const isOverlap = (text: string): text is Overlap => Object.hasOwn(OVERLAPS, text);
