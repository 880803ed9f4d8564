import type { Configuration, CustomFetch } from 'openid-client';
import { failureReason } from '../../../network/failure-reason.ts';
import { withinBytes } from '../../../network/fetch-body.ts';
import type { Departure, Identity, IdentityProvider } from './provider-trip.rules.ts';
import { ProviderFailed } from './provider-trip.rules.ts';

export interface OpenidSettings
  extends Pick<IdentityProvider, 'id' | 'name' | 'domains' | 'isOnly'> {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const TIMEOUT_S = 10;
/** Limit for a provider's answers, such as keys or ID tokens, in bytes. They have a few kB. */
export const PROVIDER_BYTES = 128 * 1024;
const REASON_LENGTH = 200;

/** Loaded at the first sign-in. */
const library = () => import('openid-client');

/** OpenID Connect Discovery 1.0. @throws {ProviderFailed} */
export async function discover(settings: OpenidSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const client = await library();
  const url = new URL(issuer);
  // Settings allow http only on loopback.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  try {
    const found = await client.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute,
      [client.customFetch]: fetchLimited,
    });
    const metadata = found.serverMetadata();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
    const configuration = new client.Configuration(metadata, clientId, clientSecret, auth);
    configuration.timeout = TIMEOUT_S;
    configuration[client.customFetch] = fetchLimited;
    for (const setting of [...execute, client.enableNonRepudiationChecks]) setting(configuration);
    return configuration;
  } catch (error) {
    throw failureOf(error);
  }
}

const fetchLimited: CustomFetch = async (url, options) =>
  await withinBytes(await fetch(url, options as RequestInit), PROVIDER_BYTES);

/** Gives the reason only: an error's cause can hold tokens. */
function failureOf(error: unknown, isRefusal = false): ProviderFailed {
  const { error: refusal, message, code, cause } = Object(error);
  const isOfNetwork = message === 'fetch failed' || failureReason(cause) === 'too_large';
  const reason = isOfNetwork ? failureReason(cause) : message;
  const parts = [reason, refusal, code].filter((part) => typeof part === 'string');
  return new ProviderFailed(parts.join(', ').slice(0, REASON_LENGTH), { isRefusal });
}

/** OpenID Connect by authorization code with PKCE, state and nonce. */
export function openidProvider(settings: OpenidSettings): IdentityProvider {
  const { id, name, domains, isOnly } = settings;
  let found: Promise<Configuration> | undefined;
  const forget = () => {
    found = undefined;
  };
  const configuration = async (): Promise<Configuration> => {
    found ??= discover(settings);
    return await found.catch((error: unknown) => {
      forget();
      throw error;
    });
  };
  return {
    id,
    name,
    domains,
    isOnly,
    depart: async (departure) => await addressOf(await configuration(), departure),
    async arrive(returned, departed) {
      const config = await configuration();
      const { AuthorizationResponseError } = await library();
      try {
        return await identityOf(config, returned, departed);
      } catch (error) {
        if (error instanceof AuthorizationResponseError) throw failureOf(error, true);
        // The provider may have moved: read its metadata again next time.
        forget();
        throw failureOf(error);
      }
    },
  };
}

async function addressOf(config: Configuration, departure: Departure): Promise<URL> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
  const { redirectUri, state, nonce, verifier, isAnew } = departure;
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isAnew && { prompt: 'login', max_age: '0' }),
  });
}

async function identityOf(
  config: Configuration,
  returned: URL,
  { state, nonce, verifier }: Departure,
): Promise<Identity> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const tokens = await authorizationCodeGrant(config, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('no ID token');
  // Providers give the address in either place.
  const about =
    claims.email === undefined
      ? await fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims;
  const { email, email_verified: isVerified } = about;
  const at = claims.auth_time;
  return {
    verifiedEmail: typeof email === 'string' && isVerified === true ? email : null,
    authenticatedAt: typeof at === 'number' ? new Date(at * 1000) : null,
  };
}
