import type { DocumentStore, StoreTransaction } from '../../store/store.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Account } from './account.rules.ts';

/** Also for an erased account. */
export const accountNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such account.');

/** @throws {DomainError} `not_found`, also for an erased account */
export async function findKnownAccount(
  store: Pick<DocumentStore, 'findAccount'>,
  accountId: string,
): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw accountNotFound();
  return account;
}

/** @throws {DomainError} `not_found`, also for an erased account */
export async function lockKnownAccount(tx: StoreTransaction, accountId: string): Promise<Account> {
  const account = await tx.lockAccount(accountId);
  if (!account || account.erasedAt) throw accountNotFound();
  return account;
}
