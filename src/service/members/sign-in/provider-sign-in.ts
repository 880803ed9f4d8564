import { randomBytes } from 'node:crypto';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { IdentityProvider, ProviderTrip } from './provider-trip.rules.ts';
import { providerFor, readTrip, sealTrip, tripSecrets } from './provider-trip.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'sessionClock' | 'identityProviders'>;

const RANDOM_BYTES = 32;
/** How far the provider's clock may be behind, in milliseconds. */
const SKEW_MS = 60_000;

/** @throws {DomainError} `not_found` */
export function assertProvider(
  { identityProviders = [] }: Pick<Deps, 'identityProviders'>,
  id: string,
): IdentityProvider {
  const provider = identityProviders.find((one) => one.id === id);
  if (provider) return provider;
  throw new DomainError('not_found', 'There is no such identity provider.');
}

const returnUri = ({ links }: Pick<Deps, 'links'>, id: string): string =>
  `${links.baseUrl}/dashboard/sign-in/oidc/${id}/return`;

const departureOf = (deps: Deps, trip: ProviderTrip) => ({
  ...tripSecrets(trip),
  redirectUri: returnUri(deps, trip.providerId),
  isAnew: trip.sessionId !== null,
});

/** The browser keeps the token. @throws {ProviderFailed} {DomainError} `not_found` */
export async function departTo(
  deps: Deps,
  where: Pick<ProviderTrip, 'providerId' | 'to' | 'sessionId'>,
): Promise<{ readonly url: URL; readonly token: string }> {
  const provider = assertProvider(deps, where.providerId);
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  const trip = { ...where, random, startedAt: deps.sessionClock.now() };
  const url = await provider.depart(departureOf(deps, trip));
  return { url, token: sealTrip(deps.links, trip) };
}

export type Arrival =
  | { readonly state: 'lost' }
  | { readonly state: 'no-member' }
  | { readonly state: 'member'; readonly userId: string; readonly trip: ProviderTrip };

/**
 * A member, if the provider verified their address and vouches for its domain. `lost` for a browser
 * that didn't start here, or too long ago.
 * @throws {ProviderFailed} {DomainError} `not_found`
 */
export async function arriveFrom(
  deps: Deps,
  { providerId, token, search }: Record<'providerId' | 'token' | 'search', string>,
): Promise<Arrival> {
  const { store, links, sessionClock } = deps;
  const provider = assertProvider(deps, providerId);
  const trip = readTrip(links, token, sessionClock.now());
  if (trip?.providerId !== providerId) return { state: 'lost' };
  const returned = new URL(`${returnUri(deps, providerId)}${search}`);
  const { verifiedEmail, authenticatedAt } = await provider.arrive(
    returned,
    departureOf(deps, trip),
  );
  const since = trip.startedAt.getTime() - SKEW_MS;
  const isFresh = authenticatedAt !== null && authenticatedAt.getTime() >= since;
  if (trip.sessionId !== null && !isFresh) return { state: 'lost' };
  const isTheirs = verifiedEmail !== null && providerFor([provider], verifiedEmail) !== undefined;
  const user = isTheirs ? await store.findUser(verifiedEmail) : undefined;
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  return isMember ? { state: 'member', userId: user.userId, trip } : { state: 'no-member' };
}
