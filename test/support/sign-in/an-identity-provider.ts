import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Somebody who is signed in at the provider. */
interface Person {
  readonly email: string;
  readonly isVerified: boolean;
}

/** What the provider does with whoever comes. */
interface ProviderMood {
  person: Person;
  /** Whether they press "Cancel". */
  isCancelled: boolean;
}

const CLIENT = { clientId: 'esign', clientSecret: 'secret-of-esign-TEST' };

/**
 * A real identity provider on loopback, at which nobody has to type anything. With `hasFullTokens`, the address is in the ID token;
 * else it is told when it is asked for.
 */
export async function anIdentityProvider(returnUri: string, hasFullTokens = false) {
  const mood: ProviderMood = {
    person: { email: 'nobody@example.in', isVerified: true },
    isCancelled: false,
  };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !hasFullTokens,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['TEST'] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', kid: 'TEST' }] },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: mood.person.email,
        email_verified: mood.person.isVerified,
      }),
    }),
    loadExistingGrant: async ({ oidc: { client, session } }) => {
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    const result = mood.isCancelled
      ? { error: 'access_denied', error_description: 'Cancelled (TEST)' }
      : { login: { accountId: mood.person.email } };
    provider.interactionFinished(request, response, result).catch(() => response.destroy());
  });
  /** Goes where a browser goes, until it is sent back to the service; `cookies` keep somebody signed in. */
  const visit = async (start: string, cookies = new Map<string, string>()): Promise<URL> => {
    let url = start;
    for (let hops = 0; hops < 10 && url.startsWith(issuer); hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of reply.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1);
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const next = reply.headers.get('location');
      if (next === null) throw new Error(`${url} responded ${reply.status}: ${await reply.text()}`);
      url = new URL(next, url).href;
    }
    return new URL(url);
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { issuer, ...CLIENT, mood, visit, close };
}
