import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ServiceDeps } from '../deps.ts';

/** Most credits of one grant: what a balance can hold many times. */
const MOST_CREDITS = 1_000_000;

/**
 * Adds credits to an account and returns the new balance.
 * @throws {DomainError} `not_found`; `invalid_request` unless it is a whole number from 1 to 1,000,000
 */
export async function grantCredits(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  credits: number,
): Promise<{ accountId: string; credits: number; creditsRemaining: number }> {
  const accountId = permit(caller, 'account.operate');
  if (!Number.isInteger(credits) || credits < 1 || credits > MOST_CREDITS) {
    throw new DomainError('invalid_request', 'Credits are a whole number from 1 to 1,000,000.');
  }
  if (!(await store.findAccount(accountId)))
    throw new DomainError('not_found', 'There is no such account.');
  const grant = { accountId, credits, at: clock.now() };
  const creditsRemaining = await store.transaction((tx) => tx.grantCredits(grant));
  return { accountId, credits, creditsRemaining };
}
