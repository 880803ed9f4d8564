import type { Access } from '../../domain/billing/access.ts';
import { accessOf } from '../../domain/billing/access.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';

/** 72 hours. @throws {DomainError} `not_found`; `invalid_state` after a trial or with access */
export async function startTrial(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Access> {
  const accountId = permit(caller, 'billing.manage');
  const now = clock.now();
  return await store.transaction(async (tx) => {
    const account = await tx.lockAccount(accountId);
    if (!account || account.erasedAt) {
      throw new DomainError('not_found', 'There is no such account.');
    }
    if (account.trialStartedAt) {
      throw new DomainError('invalid_state', 'The account has had its trial.');
    }
    if (account.subscription === 'active') {
      throw new DomainError('invalid_state', 'The account has had API access already.');
    }
    const trial = { subscription: 'trial', trialStartedAt: now } as const;
    await tx.changeAccount(accountId, trial);
    return accessOf({ ...account, ...trial }, now);
  });
}
