const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Grace periods of rolled keys, in milliseconds. */
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

/** `ended` means that a rolled key has reached its expiry. */
export function keyState({ revokedAt, expiresAt }: Ends, now: Date): 'valid' | 'ended' | 'revoked' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'ended' : 'valid';
}

export const isOverlap = (text: string): text is Overlap => Object.hasOwn(OVERLAPS, text);
