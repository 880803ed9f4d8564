import type { ProviderDomains, TripSecrets } from '../members/sign-in/provider-trip.rules.ts';

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
