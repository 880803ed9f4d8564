import type { ProviderDomains } from '../domain/members/identity-domains.ts';
import type { TripSecrets } from '../domain/members/provider-trip.ts';

/** Somebody whom an identity provider names. */
export interface Identity {
  /** Their mail address; null if the provider does not tell it, or does not say that it verified it. */
  readonly verifiedEmail: string | null;
  /** When they last proved at the provider that it is them; null if it does not tell. */
  readonly authenticatedAt: Date | null;
}

/** How a browser goes to a provider. */
export interface Departure extends TripSecrets {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Makes them prove once more who they are, also where they are signed in. */
  readonly isAnew: boolean;
}

/** A company's own sign-in (OpenID Connect). */
export interface IdentityProvider extends ProviderDomains {
  readonly id: string;
  /** As its button shows it. */
  readonly name: string;
  /** The address that the browser is sent to. @throws {ProviderFailed} */
  depart(departure: Departure): Promise<URL>;
  /** Who came back, by the whole address that the browser was sent back to. @throws {ProviderFailed} */
  arrive(returned: URL, departed: Departure): Promise<Identity>;
}

/** An identity provider cannot be reached, or let nobody in. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  /** Whether the provider answered, and refused: somebody who goes back is one. */
  readonly isRefusal: boolean;

  constructor(reason: string, options: { readonly isRefusal: boolean }) {
    super(reason);
    this.isRefusal = options.isRefusal;
  }
}
