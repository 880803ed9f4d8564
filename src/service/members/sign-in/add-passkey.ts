import { randomUUID } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller, User } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../../core/quotas.rules.ts';
import { assertParty, challengeReader, newChallenge } from './challenges.ts';
import type { Passkey } from './passkey.rules.ts';
import { CHALLENGE_MS, PASSKEY_NAME_LENGTH } from './passkey.rules.ts';
import { isOnlyAtProvider } from './provider-trip.rules.ts';
import type { Session } from './session.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'sessionClock' | 'identityProviders' | 'quotas'>;

export interface Adder extends Caller {
  readonly user: User;
  readonly session: Pick<Session, 'sessionId'>;
}

const refused = (message: string): DomainError => new DomainError('invalid_request', message);

/** JSON options (WebAuthn, section 5.4). @throws {DomainError} `not_found` where unsupported */
export async function passkeyCreation(deps: Deps, adder: Adder) {
  permit(adder, 'self.manage');
  const { user, session } = adder;
  const { id, origin } = assertParty(deps);
  const known = await deps.store.listPasskeys(user.userId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return await generateRegistrationOptions({
    rpID: id,
    rpName: `esign (${new URL(origin).host})`,
    userID: new TextEncoder().encode(user.userId),
    userName: user.email,
    challenge: newChallenge(deps, `add ${session.sessionId}`),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * @throws {DomainError} `invalid_request` for the name or an unverified answer; `invalid_state`
 * with too many passkeys, or for sign-in only at a provider
 */
export async function addPasskey(
  deps: Deps,
  adder: Adder,
  given: { readonly name: string; readonly answer: string },
): Promise<void> {
  permit(adder, 'self.manage');
  const { store, sessionClock, identityProviders = [], quotas = DEFAULT_QUOTAS } = deps;
  const { user, session } = adder;
  const name = given.name.replaceAll('\0', '').trim();
  if (name === '' || name.length > PASSKEY_NAME_LENGTH) {
    const rule = `Give the passkey a name of up to ${PASSKEY_NAME_LENGTH} characters.`;
    throw new DomainError('invalid_request', rule, 'name');
  }
  if (isOnlyAtProvider(identityProviders, user.email)) {
    throw new DomainError('invalid_state', 'Your company signs you in: a passkey would not.');
  }
  const challenge = challengeReader(deps, `add ${session.sessionId}`);
  const made = await verify(deps, given.answer, challenge.accepts);
  const answered = challenge.answered();
  if (!made || !answered) throw refused('The passkey could not be verified. Add it once more.');
  const { userId } = user;
  const createdAt = sessionClock.now();
  const own = { passkeyId: randomUUID(), userId, name, createdAt, lastUsedAt: null };
  await store.transaction(async (tx) => {
    assertRoom({ has: await tx.countPasskeys(userId), most: quotas.passkeys }, 'passkeys');
    const isFresh = await tx.spendChallenge(answered.hash, answered.expiresAt);
    if (isFresh && (await tx.insertPasskey({ ...made, ...own }))) return;
    throw refused('This passkey is there already.');
  });
}

type MadePasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>;

/** The credential in a browser's answer; undefined if anything in it is invalid. */
async function verify(
  deps: Deps,
  answer: string,
  accepts: (challenge: string) => boolean,
): Promise<MadePasskey | undefined> {
  const party = assertParty(deps);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const response: RegistrationResponseJSON = JSON.parse(answer);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: accepts,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library throws for any mismatch.
    return undefined;
  }
}
