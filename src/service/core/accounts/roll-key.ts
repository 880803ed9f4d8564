import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { ApiKey } from './api-keys.sql.ts';
import type { MadeKey } from './api-keys.ts';
import { newApiKey, storedKey } from './api-keys.ts';
import type { Overlap } from './api-request.rules.ts';
import { keyState, OVERLAPS } from './api-request.rules.ts';

export interface RollOrder {
  readonly keyId: string;
  /** How long the old key still works. */
  readonly overlap: Overlap;
  /** Such as `member:<id>`. */
  readonly createdBy: string;
}

const refused = (message: string): DomainError => new DomainError('invalid_state', message);

function assertRollable(key: ApiKey, now: Date): void {
  const state = keyState(key, now);
  if (state !== 'valid') throw refused(`The key is ${state}: create a new one instead.`);
  if (key.expiresAt) {
    throw refused('The key was rolled already. Use the key that replaced it, or revoke this one.');
  }
}

/**
 * Makes a key of the same name. Without overlap, the old one is revoked: every process refuses it
 * from its next request.
 * @throws {DomainError} `not_found`; `invalid_state` when it is no longer valid, or already rolled
 */
export async function rollApiKey(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  { keyId, overlap, createdBy }: RollOrder,
): Promise<MadeKey> {
  const accountId = permit(caller, 'keys.manage');
  return await store.transaction(async (tx) => {
    const former = await tx.lockApiKey({ accountId, keyId });
    if (!former) throw new DomainError('not_found', 'There is no such key in this account.');
    const at = clock.now();
    assertRollable(former, at);
    const apiKey = newApiKey(former.prefix.startsWith('sk_live_') ? 'live' : 'test');
    const key = storedKey(apiKey, { accountId, name: former.name, createdBy, createdAt: at });
    await tx.insertApiKey(key);
    const end = new Date(at.getTime() + OVERLAPS[overlap]);
    if (overlap === 'now') await tx.revokeApiKey({ keyId, at });
    else await tx.expireApiKey({ keyId, at: end });
    return { accountId, keyId: key.keyId, apiKey };
  });
}
