import { createHash, randomBytes } from 'node:crypto';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { ChallengePurpose, RelyingParty } from './passkey.rules.ts';
import { CHALLENGE_MS, challengeFor, endOfChallenge, relyingPartyOf } from './passkey.rules.ts';

type Deps = Pick<ServiceDeps, 'links' | 'sessionClock'>;

const RANDOM_BYTES = 32;

/** @throws {DomainError} `not_found` where browsers offer no passkeys */
export function assertParty({ links }: Pick<ServiceDeps, 'links'>): RelyingParty {
  const party = relyingPartyOf(links.baseUrl);
  if (party) return party;
  throw new DomainError('not_found', 'At the address of this service, browsers offer no passkeys.');
}

/** Not stored: it carries its own authority. */
export function newChallenge({ links, sessionClock }: Deps, purpose: ChallengePurpose): string {
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
