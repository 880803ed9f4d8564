import { createHash, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../domain/account.ts';
import { hasApiAccess } from '../../domain/account.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../deps.ts';

/** The account behind a request, and the prefix of its API key. */
export interface Caller {
  readonly account: Account;
  readonly keyPrefix: string;
}

/** SHA-256 of an API key: the key itself is never stored. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Authenticates an `Authorization` header (specification, section 5).
 * @throws {DomainError} `unauthorized` without a valid key, `api_access_not_enabled` without a subscription
 */
export async function authenticate(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  authorization: string | undefined,
): Promise<Caller> {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (!key) {
    throw new DomainError(
      'unauthorized',
      'The API key is missing; send it as "Authorization: Bearer <API_KEY>".',
    );
  }
  const hash = hashApiKey(key);
  const found = await store.findKey(hash);
  if (!found || !timingSafeEqual(found.hash, hash)) {
    throw new DomainError('unauthorized', 'The API key is not valid; check it in the dashboard.');
  }
  if (!hasApiAccess(found.account, clock.now())) {
    throw new DomainError(
      'api_access_not_enabled',
      'The account has no API access subscription, or its trial has ended.',
    );
  }
  return { account: found.account, keyPrefix: found.prefix };
}
