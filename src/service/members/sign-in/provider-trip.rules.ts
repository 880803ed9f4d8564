import { createHash } from 'node:crypto';
import type { LinkSecrets } from '../../core/links/links.rules.ts';
import { sealed, unsealed } from '../../core/links/links.rules.ts';

export interface Identity {
  /** Null if the provider does not share it, or does not say that it is verified. */
  readonly verifiedEmail: string | null;
  /** When they last authenticated at the provider; null if it does not say. */
  readonly authenticatedAt: Date | null;
}

export interface Departure extends TripSecrets {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Requires authenticating again, even with a session at the provider. */
  readonly isAnew: boolean;
}

/** A company's own sign-in (OpenID Connect). */
export interface IdentityProvider extends ProviderDomains {
  readonly id: string;
  readonly name: string;
  /** The URL to send the browser to. @throws {ProviderFailed} */
  depart(departure: Departure): Promise<URL>;
  /** `returned` is the full URL that the browser came back to. @throws {ProviderFailed} */
  arrive(returned: URL, departed: Departure): Promise<Identity>;
}

/** An identity provider cannot be reached, or let nobody in. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  /** True if the provider answered and refused, for example because the user cancelled. */
  readonly isRefusal: boolean;

  constructor(reason: string, options: { readonly isRefusal: boolean }) {
    super(reason);
    this.isRefusal = options.isRefusal;
  }
}

export interface ProviderDomains {
  /** Domains of mail addresses it vouches for, in lower case. */
  readonly domains: readonly string[];
  /** True if members of these domains can sign in only there. */
  readonly isOnly: boolean;
}

/** The provider that vouches for an address; undefined for none. */
export function providerFor<Provider extends ProviderDomains>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return providers.find(({ domains }) => domains.includes(domain));
}

/** True if neither a mail nor a passkey lets this address in. */
export const isOnlyAtProvider = (providers: readonly ProviderDomains[], email: string): boolean =>
  providerFor(providers, email)?.isOnly === true;

/** How long signing in at an identity provider may take, in milliseconds. */
export const TRIP_MS = 10 * 60_000;

/** A browser's trip to an identity provider and back. */
export interface ProviderTrip {
  readonly providerId: string;
  /** 256 random bits that only the browser has. */
  readonly random: string;
  readonly startedAt: Date;
  /** The path to open afterwards. */
  readonly to: string;
  /** The session to confirm; null for a sign-in. */
  readonly sessionId: string | null;
}

/** Bind the provider's answer to a trip (OpenID Connect Core 1.0; RFC 7636). */
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

/** Undefined once it took too long, or when this service did not seal it. */
export function readTrip(secrets: LinkSecrets, token: string, now: Date): ProviderTrip | undefined {
  const parts = unsealed(secrets, PURPOSE, token)?.split(' ') ?? [];
  const [providerId = '', random = '', started = '', to = '', sessionId = ''] = parts;
  const startedAt = new Date(Number(started));
  if (parts.length === 0 || now.getTime() - startedAt.getTime() >= TRIP_MS) return undefined;
  return { providerId, random, startedAt, to, sessionId: sessionId === '' ? null : sessionId };
}

/** Derived from a trip's random bits, each for one purpose only. */
export function tripSecrets({ random }: Pick<ProviderTrip, 'random'>): TripSecrets {
  const derived = (purpose: string) =>
    createHash('sha256').update(`${purpose}\n${random}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}
