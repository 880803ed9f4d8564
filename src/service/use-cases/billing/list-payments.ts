import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ListedPayment } from '../../store/billing/payments.ts';
import type { ServiceDeps } from '../deps.ts';

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
