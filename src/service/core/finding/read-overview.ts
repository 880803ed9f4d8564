import type { Caller } from '../../members/permissions.rules.ts';
import { permit } from '../../members/permissions.rules.ts';
import type { AccountOverview } from '../../store/accounts/overview.ts';
import type { ServiceDeps } from '../deps.ts';
import type { DraftUse } from '../quotas.rules.ts';

export interface Overview {
  readonly overview: AccountOverview;
  readonly use: DraftUse;
}

export async function readOverview(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
): Promise<Overview> {
  const accountId = permit(caller, 'documents.read');
  const [overview, use] = await Promise.all([
    store.readOverview({ accountId, now: clock.now() }),
    store.measureDrafts(accountId),
  ]);
  return { overview, use };
}
