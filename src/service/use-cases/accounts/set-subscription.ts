import type { Account, Subscription } from '../../domain/accounts/account.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';

/** A trial lasts 72 hours. @throws {DomainError} `not_found`; `invalid_state` for a second one */
export async function setSubscription(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  subscription: Subscription,
): Promise<Account> {
  const accountId = permit(caller, 'account.operate');
  const known = await store.findAccount(accountId);
  if (!known) throw new DomainError('not_found', 'There is no such account.');
  const isTrial = subscription === 'trial';
  if (isTrial && known.trialStartedAt) {
    throw new DomainError('invalid_state', 'The account has had its trial.');
  }
  const change = { subscription, paidUntil: null, ...(isTrial && { trialStartedAt: clock.now() }) };
  await store.transaction((tx) => tx.changeAccount(accountId, change));
  return { ...known, ...change };
}
