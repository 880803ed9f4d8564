import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller } from '../members/permissions.rules.ts';
import { permit } from '../members/permissions.rules.ts';
import type { ListedPayment } from './orders/payments.sql.ts';

/** Per page. */
const MOST = 200;

/** Newest payments with their refunds. @throws {DomainError} `not_found` */
export async function listPayments(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
): Promise<ListedPayment[]> {
  const accountId = permit(caller, 'account.operate');
  if (!(await store.findAccount(accountId))) {
    throw new DomainError('not_found', 'There is no such account.');
  }
  return await store.listPayments({ accountId, limit: MOST });
}
