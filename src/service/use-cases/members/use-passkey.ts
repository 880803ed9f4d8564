import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { isOnlyAtProvider } from '../../domain/members/identity-domains.ts';
import type { ChallengePurpose, Passkey, RelyingParty } from '../../domain/members/passkey.ts';
import { CHALLENGE_MS, relyingPartyOf } from '../../domain/members/passkey.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertParty, challengeReader, newChallenge } from './challenges.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'sessionClock' | 'identityProviders'>;

/**
 * Options for a browser to use a passkey (WebAuthn, section 5.5), as JSON: one of a person's, or any that the device has for this
 * service.
 * @throws {DomainError} `not_found` where browsers offer none
 */
export async function passkeyRequest(deps: Deps, purpose: ChallengePurpose, userId?: string) {
  const { id } = assertParty(deps);
  const own = userId === undefined ? [] : await deps.store.listPasskeys(userId);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return await generateAuthenticationOptions({
    rpID: id,
    challenge: newChallenge(deps, purpose),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
  });
}

/** Base64url; the length is that of the longest credential (WebAuthn, section 5.8.3). */
const CREDENTIAL = /^[\w-]{1,1400}$/;

function read(answer: string): AuthenticationResponseJSON | undefined {
  try {
    const response: AuthenticationResponseJSON = JSON.parse(answer);
    return CREDENTIAL.test(response.id) ? response : undefined;
  } catch {
    return undefined;
  }
}

/** Whose passkey answered a challenge that was made for a purpose; undefined if none did, or it does not let them in. */
export async function takePasskey(
  deps: Deps,
  purpose: ChallengePurpose,
  answer: string,
): Promise<string | undefined> {
  const { store, identityProviders = [] } = deps;
  const party = relyingPartyOf(deps.links.baseUrl);
  const response = read(answer);
  if (!party || !response) return undefined;
  const userId = await spend(deps, { response, purpose, party });
  const user = userId === undefined ? undefined : await store.findUserById(userId);
  return user && !isOnlyAtProvider(identityProviders, user.email) ? user.userId : undefined;
}

interface Given {
  readonly response: AuthenticationResponseJSON;
  readonly purpose: ChallengePurpose;
  readonly party: RelyingParty;
}

/** The lock keeps two answers of one passkey from being compared with the same counter. */
async function spend(deps: Deps, { response, purpose, party }: Given): Promise<string | undefined> {
  const { store, sessionClock } = deps;
  const challenge = challengeReader(deps, purpose);
  return await store.transaction(async (tx) => {
    const passkey = await tx.lockPasskey(response.id);
    if (!passkey) return undefined;
    const counter = await verify({ response, passkey, party }, challenge.accepts);
    const answered = challenge.answered();
    if (counter === undefined || !answered) return undefined;
    if (!(await tx.spendChallenge(answered.hash, answered.expiresAt))) return undefined;
    await tx.changePasskey(passkey.passkeyId, { counter, lastUsedAt: sessionClock.now() });
    return passkey.userId;
  });
}

const handleOf = ({ userId }: Passkey): string => Buffer.from(userId).toString('base64url');

/** The device's new counter; undefined when anything in the answer is not as it must be, or the counter went back. */
async function verify(
  { response, passkey, party }: Omit<Given, 'purpose'> & { readonly passkey: Passkey },
  accepts: (challenge: string) => boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { credentialId: id, publicKey, counter } = passkey;
  try {
    const { userHandle = handleOf(passkey) } = response.response;
    if (userHandle !== handleOf(passkey)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: accepts,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for whatever does not fit.
    return undefined;
  }
}
