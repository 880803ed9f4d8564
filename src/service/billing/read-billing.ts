import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import type { Access } from './access.rules.ts';
import { accessOf } from './access.rules.ts';
import type { LedgerEntry } from './credits.sql.ts';
import type { StoredProfile } from './invoices/profile.rules.ts';
import type { Mandate } from './orders/mandate.rules.ts';
import type { ListedPayment } from './orders/payments.sql.ts';

/** Per page. */
const MOST = 200;

/** Newest payments with their refunds. @throws {DomainError} `not_found` */
export async function listPayments(
  { store }: Pick<ServiceDeps, 'store'>,
  caller: Caller,
): Promise<ListedPayment[]> {
  const accountId = permit(caller, 'account.operate');
  await findKnownAccount(store, accountId);
  return await store.listPayments({ accountId, limit: MOST });
}

/** Ledger entries and payments per page. */
const PAGE = 50;

export interface BillingOverview {
  readonly credits: number;
  readonly access: Access;
  /** Whether `startTrial` would start one. */
  readonly mayTry: boolean;
  /** Newest first. */
  readonly ledger: readonly LedgerEntry[];
  /** The next page's `before`; undefined on the last page. */
  readonly older: number | undefined;
  /** Newest first. */
  readonly payments: readonly ListedPayment[];
  /** The live one. */
  readonly mandate: Mandate | undefined;
  readonly profile: StoredProfile | undefined;
}

/** Reads the ledger from the newest entry, or before one. @throws {DomainError} `not_found` */
export async function readBilling(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  { before }: { readonly before?: number | undefined },
): Promise<BillingOverview> {
  const accountId = permit(caller, 'billing.manage');
  const account = await findKnownAccount(store, accountId);
  const entries = await store.listLedger({ accountId, limit: PAGE + 1, before });
  const ledger = entries.slice(0, PAGE);
  return {
    credits: await store.creditBalance(accountId),
    access: accessOf(account, clock.now()),
    mayTry: account.trialStartedAt === null && account.subscription !== 'active',
    ledger,
    older: entries.length > PAGE ? ledger.at(-1)?.seq : undefined,
    payments: await store.listPayments({ accountId, limit: PAGE }),
    mandate: await store.findLiveMandate(accountId),
    profile: await store.findProfile(accountId),
  };
}
