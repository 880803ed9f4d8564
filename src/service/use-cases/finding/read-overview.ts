import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { AccountOverview } from '../../ports/store/overview.ts';
import type { ServiceDeps } from '../deps.ts';

/** What waits and what failed in an account, and its balance. */
export interface Overview {
  readonly overview: AccountOverview;
  readonly credits: number;
}

/** Reads what an account's first page tells. */
export async function readOverview(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Overview> {
  const accountId = permit(caller, 'documents.read');
  const [overview, credits] = await Promise.all([
    store.readOverview({ accountId, now: clock.now() }),
    store.creditBalance(accountId),
  ]);
  return { overview, credits };
}
