import type { LinkSecrets } from '../../core/links/links.rules.ts';
import { sealed, unsealed } from '../../core/links/links.rules.ts';

/** A WebAuthn credential of a user's device. The private key never leaves the device. */
export interface Passkey {
  /** A UUID for lists, which lets nobody in. */
  readonly passkeyId: string;
  /** The device's id for it, in base64url. */
  readonly credentialId: string;
  readonly userId: string;
  readonly name: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  /** Counter of the device at the last use; 0 for devices that do not count. */
  readonly counter: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** In characters. */
export const PASSKEY_NAME_LENGTH = 80;

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

/** Host and page origin that a passkey is bound to. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const IP_ADDRESS = /^\[|^\d+(\.\d+){3}$/;

/** Undefined where browsers offer no passkeys: IP addresses, and HTTP except at `localhost`. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !IP_ADDRESS.test(hostname) ? { id: hostname, origin } : undefined;
}

/** A challenge only accepts answers for its purpose. The id is that of the asking session. */
export type ChallengePurpose = 'sign-in' | `add ${string}` | `confirm ${string}`;

const sealFor = (purpose: ChallengePurpose): string => `passkey ${purpose}`;

/** Carries its own authority and expiry. */
export const challengeFor = (
  { secret }: LinkSecrets,
  purpose: ChallengePurpose,
  { random, endsAt }: { readonly random: string; readonly endsAt: Date },
): string => sealed(secret, sealFor(purpose), `${endsAt.getTime()} ${random}`);

/** Until when it may be answered; undefined if this service did not make it for the purpose. */
export function endOfChallenge(
  secrets: LinkSecrets,
  purpose: ChallengePurpose,
  challenge: string,
): Date | undefined {
  const [end] = unsealed(secrets, sealFor(purpose), challenge)?.split(' ') ?? [];
  return end === undefined ? undefined : new Date(Number(end));
}
