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
