import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller, User } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../../core/quotas.rules.ts';
import type { ChallengePurpose, Passkey, RelyingParty } from './passkey.rules.ts';
import {
  CHALLENGE_MS,
  challengeFor,
  endOfChallenge,
  PASSKEY_NAME_LENGTH,
  relyingPartyOf,
} from './passkey.rules.ts';
import { isOnlyAtProvider } from './provider-trip.rules.ts';
import type { Session } from './session.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'sessionClock' | 'identityProviders' | 'quotas'>;
type ChallengeDeps = Pick<Deps, 'links' | 'sessionClock'>;

const RANDOM_BYTES = 32;

/** @throws {DomainError} `not_found` where browsers offer no passkeys */
function assertParty({ links }: Pick<ServiceDeps, 'links'>): RelyingParty {
  const party = relyingPartyOf(links.baseUrl);
  if (party) return party;
  throw new DomainError('not_found', 'At the address of this service, browsers offer no passkeys.');
}

/** Not stored: it carries its own authority. */
function newChallenge({ links, sessionClock }: ChallengeDeps, purpose: ChallengePurpose): string {
  const endsAt = new Date(sessionClock.now().getTime() + CHALLENGE_MS);
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return challengeFor(links, purpose, { random, endsAt });
}

/** Answered in time. Once spent, no other answer to it counts. */
interface AnsweredChallenge {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** Accepts unexpired challenges for a purpose, and keeps the accepted one. */
function challengeReader({ links, sessionClock }: ChallengeDeps, purpose: ChallengePurpose) {
  let answered: AnsweredChallenge | undefined;
  return {
    accepts(encoded: string): boolean {
      const challenge = Buffer.from(encoded, 'base64url').toString();
      const expiresAt = endOfChallenge(links, purpose, challenge);
      if (!expiresAt || sessionClock.now() >= expiresAt) return false;
      answered = { hash: createHash('sha256').update(challenge).digest(), expiresAt };
      return true;
    },
    answered: () => answered,
  };
}

interface Adder extends Caller {
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
  const made = await verifyMade(deps, given.answer, challenge.accepts);
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
async function verifyMade(
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
