import type { LinkSecrets } from '../documents/links.ts';
import { sealed, unsealed } from '../documents/links.ts';

/** A credential of somebody's device that signs them in (WebAuthn). Its private key never leaves the device. */
export interface Passkey {
  /** A UUID, which shows the passkey in a list and lets nobody in. */
  readonly passkeyId: string;
  /** The id that the device gave it, in base64url. */
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

/** Longest name of a passkey, in characters. */
export const PASSKEY_NAME_LENGTH = 80;

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;

/** Host and page origin that a passkey is bound to. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const IP_ADDRESS = /^\[|^\d+(\.\d+){3}$/;

/** Undefined where browsers offer no passkeys: at an IP address, and without HTTPS anywhere but at `localhost`. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !IP_ADDRESS.test(hostname) ? { id: hostname, origin } : undefined;
}

/** Purpose of a challenge; answers to other ones do not count. The session id is that of the asking browser. */
export type ChallengePurpose = 'sign-in' | `add ${string}` | `confirm ${string}`;

const sealFor = (purpose: ChallengePurpose): string => `passkey ${purpose}`;

/** A challenge, which carries its own authority and end. */
export const challengeFor = (
  { secret }: LinkSecrets,
  purpose: ChallengePurpose,
  { random, endsAt }: { readonly random: string; readonly endsAt: Date },
): string => sealed(secret, sealFor(purpose), `${endsAt.getTime()} ${random}`);

/** Until when a challenge may be answered; undefined when this service did not make it for that. */
export function endOfChallenge(
  secrets: LinkSecrets,
  purpose: ChallengePurpose,
  challenge: string,
): Date | undefined {
  const [end] = unsealed(secrets, sealFor(purpose), challenge)?.split(' ') ?? [];
  return end === undefined ? undefined : new Date(Number(end));
}
