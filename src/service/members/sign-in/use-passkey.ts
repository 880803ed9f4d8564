import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { ServiceDeps } from '../../core/deps.ts';
import { assertParty, challengeReader, newChallenge } from './challenges.ts';
import type { ChallengePurpose, Passkey, RelyingParty } from './passkey.rules.ts';
import { CHALLENGE_MS, relyingPartyOf } from './passkey.rules.ts';
import { isOnlyAtProvider } from './provider-trip.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'sessionClock' | 'identityProviders'>;

/** JSON options (WebAuthn, section 5.5). @throws {DomainError} `not_found` where unsupported */
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

/** Base64url, up to the longest credential's length (WebAuthn, section 5.8.3). */
const CREDENTIAL = /^[\w-]{1,1400}$/;

function read(answer: string): AuthenticationResponseJSON | undefined {
  try {
    const response: AuthenticationResponseJSON = JSON.parse(answer);
    return CREDENTIAL.test(response.id) ? response : undefined;
  } catch {
    return undefined;
  }
}

/** The passkey's user; undefined for an invalid answer, or a user who may not use passkeys. */
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

interface GivenPasskey {
  readonly response: AuthenticationResponseJSON;
  readonly purpose: ChallengePurpose;
  readonly party: RelyingParty;
}

/** Locks the passkey, so that two answers aren't compared with the same counter. */
async function spend(
  deps: Deps,
  { response, purpose, party }: GivenPasskey,
): Promise<string | undefined> {
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

/** The device's new counter; undefined if anything is invalid, or the counter went back. */
async function verify(
  { response, passkey, party }: Omit<GivenPasskey, 'purpose'> & { readonly passkey: Passkey },
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
    // The library throws for any mismatch.
    return undefined;
  }
}
