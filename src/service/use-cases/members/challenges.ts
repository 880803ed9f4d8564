import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/domain-error.ts';
import type { ChallengePurpose, RelyingParty } from '../../domain/members/passkey.ts';
import {
  CHALLENGE_MS,
  challengeFor,
  endOfChallenge,
  relyingPartyOf,
} from '../../domain/members/passkey.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'links' | 'sessionClock'>;

const RANDOM_BYTES = 32;

/** The part of the service in passkeys. @throws {DomainError} `not_found` where browsers offer none */
export function assertParty({ links }: Pick<ServiceDeps, 'links'>): RelyingParty {
  const party = relyingPartyOf(links.baseUrl);
  if (party) return party;
  throw new DomainError('not_found', 'At the address of this service, browsers offer no passkeys.');
}

/** A new challenge. It is not stored: it carries its own authority. */
export function newChallenge({ links, sessionClock }: Deps, purpose: ChallengePurpose): string {
  const endsAt = new Date(sessionClock.now().getTime() + CHALLENGE_MS);
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return challengeFor(links, purpose, { random, endsAt });
}

/** A challenge that was answered in time. Once it is spent, no other answer to it counts. */
interface AnsweredChallenge {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** Tells whether challenges were made for a purpose and are not over, and keeps the one that was. */
export function challengeReader({ links, sessionClock }: Deps, purpose: ChallengePurpose) {
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
