import type { AccountChange } from '../../ports/document-store.ts';
import type { ServiceDeps } from '../deps.ts';

/** Changes the settings of an account. @throws {Error} when there is no such account */
export async function changeAccount(
  { store }: Pick<ServiceDeps, 'store'>,
  accountId: string,
  change: AccountChange,
): Promise<void> {
  await store.transaction((tx) => tx.changeAccount(accountId, change));
}
