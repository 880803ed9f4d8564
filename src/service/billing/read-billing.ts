import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import { PaymentProviderError } from '../ports/payments.ts';
import type { Access } from './access.rules.ts';
import { accessOf } from './access.rules.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { LedgerEntry } from './credits.sql.ts';
import type { StoredProfile } from './invoices/invoice.rules.ts';
import type { Mandate } from './orders/mandate.rules.ts';
import type { Order } from './orders/order.rules.ts';
import type { ListedPayment } from './orders/orders.sql.ts';
import { settlePayment } from './orders/settle-payment.ts';

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

export interface ShownOrder {
  readonly order: Order;
  /** Undefined when it can't be paid now. */
  readonly payUrl: string | undefined;
}

/** As stored if the provider is unavailable, else settled. @throws {DomainError} `not_found` */
export async function readOrder(
  deps: BillingDeps,
  caller: Caller,
  orderId: string,
): Promise<ShownOrder> {
  const accountId = permit(caller, 'billing.manage');
  const known = await deps.store.findOrder(orderId);
  if (known?.accountId !== accountId) {
    throw new DomainError('not_found', 'The account has no such order.');
  }
  try {
    const order = (await settlePayment(deps, orderId)) ?? known;
    return { order, payUrl: await payUrlOf(deps, order) };
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return { order: known, payUrl: undefined };
  }
}

async function payUrlOf({ billing }: BillingDeps, order: Order): Promise<string | undefined> {
  if (order.state !== 'open' || order.provider !== billing.payments.id) return undefined;
  const checkout = await billing.payments.find(order);
  return checkout?.state === 'open' ? checkout.url : undefined;
}
