import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';

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
