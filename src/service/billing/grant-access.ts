import type { Account, Subscription } from '../core/accounts/account.rules.ts';
import { findKnownAccount, lockKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import type { Access } from './access.rules.ts';
import { accessOf } from './access.rules.ts';

const MOST_CREDITS = 1_000_000;

/** @throws {DomainError} `not_found`; `invalid_request` unless a whole number, 1 to 1,000,000 */
export async function grantCredits(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  credits: number,
): Promise<{ accountId: string; credits: number; creditsRemaining: number }> {
  const accountId = permit(caller, 'account.operate');
  if (!Number.isInteger(credits) || credits < 1 || credits > MOST_CREDITS) {
    throw new DomainError('invalid_request', 'Credits are a whole number from 1 to 1,000,000.');
  }
  await findKnownAccount(store, accountId);
  const grant = { accountId, credits, at: clock.now() };
  const creditsRemaining = await store.transaction((tx) => tx.grantCredits(grant));
  return { accountId, credits, creditsRemaining };
}

/** 72 hours. @throws {DomainError} `not_found`; `invalid_state` after a trial or with access */
export async function startTrial(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Access> {
  const accountId = permit(caller, 'billing.manage');
  const now = clock.now();
  return await store.transaction(async (tx) => {
    const account = await lockKnownAccount(tx, accountId);
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

/** A trial lasts 72 hours. @throws {DomainError} `not_found`; `invalid_state` for a second one */
export async function setSubscription(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  subscription: Subscription,
): Promise<Account> {
  const accountId = permit(caller, 'account.operate');
  const known = await findKnownAccount(store, accountId);
  const isTrial = subscription === 'trial';
  if (isTrial && known.trialStartedAt) {
    throw new DomainError('invalid_state', 'The account has had its trial.');
  }
  const change = { subscription, paidUntil: null, ...(isTrial && { trialStartedAt: clock.now() }) };
  await store.transaction((tx) => tx.changeAccount(accountId, change));
  return { ...known, ...change };
}
