import { SandboxPayments } from '../../../src/service/adapters/payments/sandbox-payments.ts';
import type { Billing } from '../../../src/service/billing/billing-deps.ts';
import { orderGoods } from '../../../src/service/billing/orders/order-goods.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import type { Contradiction } from '../../../src/service/store/upkeep/inspection.sql.ts';
import { TEST_SHOP } from '../../support/payments/test-shop.ts';
import { makeSigningWorld } from '../../support/service/make-signing-world.ts';
import { asOwner } from '../../support/sign-in/callers.ts';

/** A shop of the sandbox, for all tests of a file. */
export async function openBillingWorld() {
  const world = await makeSigningWorld();
  const { clock } = world;
  const payments = new SandboxPayments({ clock });
  const billing: Billing = { ...TEST_SHOP, payments };
  const deps = { ...world.deps, clock, billing };
  const { store } = deps;

  const anAccount = async (subscription: 'none' | 'trial' | 'active' = 'none', credits = 0) =>
    (await createAccount(deps, { name: 'Northwind (TEST)', credits, subscription })).accountId;

  const returnUrl = 'https://esign.example.in/payments/sandbox/return';

  /** An order of an account, which nobody has paid yet. */
  const anOrder = async (accountId: string, credits = 10) => {
    const goods =
      credits === 0 ? ({ kind: 'month' } as const) : ({ kind: 'pack', credits } as const);
    return await orderGoods(deps, asOwner(accountId), { goods, returnUrl });
  };

  /** What `esign admin check` would find among payments and credits, overdue work aside. */
  const findings = async (): Promise<Contradiction[]> => {
    const found = await store.listContradictions(clock.now());
    return found.filter(({ kind }) => kind !== 'overdue');
  };

  return { world, deps, store, clock, payments, anAccount, anOrder, findings };
}
