import { createHash } from 'node:crypto';
import type { LinkSecrets } from '../documents/links.ts';
import { sealed, unsealed } from '../documents/links.ts';

/** How long somebody may take at an identity provider, in milliseconds. */
export const TRIP_MS = 10 * 60_000;

/** A browser on its way to an identity provider and back. */
export interface ProviderTrip {
  readonly providerId: string;
  /** 256 random bits, which only the browser has. */
  readonly random: string;
  readonly startedAt: Date;
  /** The path that it leads to. */
  readonly to: string;
  /** The session that is confirmed by it; null for a sign-in. */
  readonly sessionId: string | null;
}

/** Values that bind the provider's answer to a trip (OpenID Connect Core 1.0; RFC 7636). */
export interface TripSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const PURPOSE = 'provider-trip';

/** A trip as the browser keeps it. */
export function sealTrip({ secret }: LinkSecrets, trip: ProviderTrip): string {
  const { providerId, random, startedAt, to, sessionId } = trip;
  const subject = [providerId, random, startedAt.getTime(), to, sessionId ?? ''];
  return sealed(secret, PURPOSE, subject.join(' '));
}

/** The trip that a browser brings back; undefined once it took too long, or when this service did not seal it. */
export function readTrip(secrets: LinkSecrets, token: string, now: Date): ProviderTrip | undefined {
  const parts = unsealed(secrets, PURPOSE, token)?.split(' ') ?? [];
  const [providerId = '', random = '', started = '', to = '', sessionId = ''] = parts;
  const startedAt = new Date(Number(started));
  if (parts.length === 0 || now.getTime() - startedAt.getTime() >= TRIP_MS) return undefined;
  return { providerId, random, startedAt, to, sessionId: sessionId === '' ? null : sessionId };
}

/** Values derived from a trip's random bits: each is good for one purpose only. */
export function tripSecrets({ random }: Pick<ProviderTrip, 'random'>): TripSecrets {
  const derived = (purpose: string) =>
    createHash('sha256').update(`${purpose}\n${random}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}
