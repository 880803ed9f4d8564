import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import { PaymentProviderError } from '../ports/payments.ts';
import { accessOf } from './access.rules.ts';
import type { BillingDeps } from './billing-deps.ts';
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

export type BillingOverview = Awaited<ReturnType<typeof readBilling>>;

/** Reads the ledger from the newest entry, or before one. @throws {DomainError} `not_found` */
export async function readBilling(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  { before }: { readonly before?: number | undefined },
) {
  const accountId = permit(caller, 'billing.manage');
  const account = await findKnownAccount(store, accountId);
  const entries = await store.listLedger({ accountId, limit: PAGE + 1, before });
  const ledger = entries.slice(0, PAGE);
  return {
    credits: await store.creditBalance(accountId),
    access: accessOf(account, clock.now()),
    /** Whether `startTrial` would start one. */
    mayTry: account.trialStartedAt === null && account.subscription !== 'active',
    /** Newest first, like the payments. */
    ledger,
    /** The next page's `before`; undefined on the last page. */
    older: entries.length > PAGE ? ledger.at(-1)?.seq : undefined,
    payments: await store.listPayments({ accountId, limit: PAGE }),
    /** The live one. */
    mandate: await store.findLiveMandate(accountId),
    profile: await store.findProfile(accountId),
  };
}

export type ShownOrder = Awaited<ReturnType<typeof readOrder>>;

/**
 * As stored if the provider is unavailable, else settled; without an address if it can't be paid
 * now. @throws {DomainError} `not_found`
 */
export async function readOrder(deps: BillingDeps, caller: Caller, orderId: string) {
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
