import type { Account } from '../../core/accounts/account.rules.ts';
import type { FoundMandate, MandateProvider } from '../../ports/payments.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { coveredUntil } from '../access.rules.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { tellOwners } from '../tell-owners.ts';
import type { Mandate, MandateState } from './mandate.rules.ts';
import { isCharging, nextLook } from './mandate.rules.ts';
import type { Order, Payment } from './order.rules.ts';
import { newOrderId } from './order-goods.ts';
import { settleOrder } from './settle-order.ts';

/**
 * Trusts only the provider's own answers. One transaction settles all new charges, and changes
 * access. Idempotent. Cancels an erased account's mandate. Undefined without a mandate.
 * @throws {PaymentProviderError} when the provider is unavailable
 */
export async function settleMandate(
  deps: BillingDeps,
  mandateId: string,
): Promise<Mandate | undefined> {
  const { store, clock, billing } = deps;
  const { id, mandates } = billing.payments;
  const known = await store.findMandate(mandateId);
  if (!known || known.provider !== id || !mandates) return known;
  const { providerId } = known;
  // It may be about to get its id. Without one, it was never shown to anyone.
  if (providerId === null && known.dueAt > clock.now()) return known;
  const found =
    providerId === null ? undefined : await ask(deps, mandates, { ...known, providerId });
  return await store.transaction(async (tx) => {
    const mandate = await tx.lockMandate(mandateId);
    if (mandate?.providerId !== providerId) return mandate;
    const { charges = [], state = 'over' } = found ?? {};
    for (const charge of charges) await settleCharge(deps, tx, { mandate, charge });
    if (mandate.state === 'over') return mandate;
    return await follow(deps, tx, { mandate, state, hasCharged: charges.length > 0 });
  });
}

async function ask(
  { store }: BillingDeps,
  mandates: MandateProvider,
  mandate: Mandate & { readonly providerId: string },
): Promise<FoundMandate | undefined> {
  const isErased = (await store.findAccount(mandate.accountId)) === undefined;
  if (isErased && mandate.state !== 'over') await mandates.cancelMandate(mandate);
  return await mandates.findMandate(mandate);
}

/** Creates and settles a charge's order. The mandate is locked, so no charge gets two. */
async function settleCharge(
  deps: BillingDeps,
  tx: StoreTransaction,
  { mandate, charge }: { readonly mandate: Mandate; readonly charge: Payment },
): Promise<void> {
  const { accountId, mandateId, paise, provider } = mandate;
  const providerId = charge.paymentId;
  if (await tx.hasOrder(provider, providerId)) return;
  const createdAt = deps.clock.now();
  const order: Order = {
    ...{ orderId: newOrderId(), accountId, kind: 'month', credits: 0, paise },
    ...{ provider, providerId, mandateId, state: 'open', heldReason: null },
    ...{ createdAt, expiresAt: createdAt },
  };
  await tx.insertOrder(order);
  await settleOrder(deps, tx, { order, payment: charge });
}

interface Followed {
  readonly mandate: Mandate;
  readonly state: MandateState;
  readonly hasCharged: boolean;
}

async function follow(
  { clock }: BillingDeps,
  tx: StoreTransaction,
  { mandate, state, hasCharged }: Followed,
): Promise<Mandate> {
  const now = clock.now();
  const account = await tx.lockAccount(mandate.accountId);
  const covered = account && coveredUntil(account);
  const dueAt = nextLook(state, { now, covered });
  await tx.changeMandate(mandate.mandateId, { state, dueAt });
  if (account && !account.erasedAt) {
    const renewal = renewalAfter(account, mandate, { state, hasCharged });
    if (renewal !== account.renewal) await tx.changeAccount(account.accountId, { renewal });
    if (state === 'failing') {
      const of = (covered ?? mandate.startsAt).toISOString();
      await tellOwners(tx, { accountId: account.accountId, about: 'charge-failed', of }, now);
    }
  }
  return { ...mandate, state, dueAt };
}

function renewalAfter(
  { renewal }: Account,
  { state: before }: Mandate,
  { state, hasCharged }: Pick<Followed, 'state' | 'hasCharged'>,
): Account['renewal'] {
  if (isCharging(state)) return 'mandate';
  return state === 'over' && (isCharging(before) || hasCharged) ? 'cancelled' : renewal;
}
