import type { Caller } from '../../members/permissions.rules.ts';
import { permit } from '../../members/permissions.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Account } from './account.rules.ts';
import { checkSettings } from './check-settings.ts';

/** Links already sent keep their expiry. @throws {DomainError} `invalid_request`; `not_found` */
export async function changeAccount(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
  settings: unknown,
): Promise<Account> {
  const accountId = permit(caller, 'settings.manage');
  const change = checkSettings(settings);
  const known = await store.findAccount(accountId);
  if (!known) throw new DomainError('not_found', 'There is no such account.');
  if (Object.keys(change).length > 0) {
    await store.transaction((tx) => tx.changeAccount(accountId, change));
  }
  return { ...known, ...change };
}
