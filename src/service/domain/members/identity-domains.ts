/** Domain settings of a company's identity provider. */
export interface ProviderDomains {
  /** Domains of mail addresses whose owners it vouches for, in lower case. */
  readonly domains: readonly string[];
  /** Whether members of these domains sign in there and nowhere else. */
  readonly isOnly: boolean;
}

/** The provider that vouches for an address; undefined if none does. */
export function providerFor<Provider extends ProviderDomains>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return providers.find(({ domains }) => domains.includes(domain));
}

/** Whether somebody signs in at a provider alone: neither a mail nor a passkey lets them in. */
export const isOnlyAtProvider = (providers: readonly ProviderDomains[], email: string): boolean =>
  providerFor(providers, email)?.isOnly === true;
