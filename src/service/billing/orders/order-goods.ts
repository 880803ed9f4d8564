import { randomUUID } from 'node:crypto';
import { findKnownAccount } from '../../core/accounts/find-account.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Caller } from '../../core/permissions.rules.ts';
import { permit } from '../../core/permissions.rules.ts';
import { accessOf } from '../access.rules.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { Goods } from '../prices.rules.ts';
import { PACK, priceOf } from '../prices.rules.ts';

/** Time to pay an order, in milliseconds. */
const ORDER_MS = 24 * 3_600_000;

export interface Wish {
  readonly goods: Goods;
  /** The provider redirects the browser here. */
  readonly returnUrl: string;
}

export const newOrderId = (): string => `ord_${randomUUID().replaceAll('-', '')}`;

const describe = (goods: Goods): string =>
  goods.kind === 'pack' ? `${goods.credits} electronic signature credits` : 'API access, one month';

/**
 * Opens a checkout, and returns the order's id. Only `settlePayment` grants anything.
 * @throws {DomainError} `not_found`; `invalid_request` for what isn't sold; `invalid_state` for a
 * month when access has no end
 * @throws {PaymentProviderError} when no checkout opens; the order then expires
 */
export async function orderGoods(deps: BillingDeps, caller: Caller, wish: Wish): Promise<string> {
  const accountId = permit(caller, 'billing.manage');
  const { store, clock, billing } = deps;
  const { goods, returnUrl } = wish;
  const paise = await priceFor(deps, { accountId, goods });
  const createdAt = clock.now();
  const orderId = newOrderId();
  const expiresAt = new Date(createdAt.getTime() + ORDER_MS);
  const open = { providerId: null, state: 'open', heldReason: null, mandateId: null } as const;
  const bought = { kind: goods.kind, credits: goods.kind === 'pack' ? goods.credits : 0, paise };
  const provider = billing.payments.id;
  await store.transaction((tx) =>
    tx.insertOrder({ orderId, accountId, ...bought, provider, ...open, createdAt, expiresAt }),
  );
  const { providerId } = await billing.payments.createCheckout({
    ...{ orderId, paise, expiresAt },
    description: describe(goods),
    returnUrl,
  });
  await store.transaction((tx) => tx.changeOrder(orderId, { providerId }));
  return orderId;
}

async function priceFor(
  { store, clock, billing }: BillingDeps,
  { accountId, goods }: { readonly accountId: string; readonly goods: Goods },
): Promise<number> {
  const account = await findKnownAccount(store, accountId);
  if (goods.kind === 'month') {
    const { state, until } = accessOf(account, clock.now());
    if (state === 'active' && until === null) {
      throw new DomainError('invalid_state', 'The account has access without an end already.');
    }
  }
  const paise = priceOf(goods, billing.prices);
  if (paise !== undefined) return paise;
  const { minimum, maximum } = PACK;
  const rule = `A pack has ${minimum} to ${maximum.toLocaleString('en-IN')} credits.`;
  throw new DomainError(
    'invalid_request',
    goods.kind === 'pack' ? rule : 'API access is not sold here; ask the operator.',
    goods.kind === 'pack' ? 'credits' : undefined,
  );
}
