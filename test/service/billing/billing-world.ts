import { SandboxPayments } from '../../../src/service/adapters/payments/sandbox-payments.ts';
import { accessOf } from '../../../src/service/billing/access.rules.ts';
import type { Billing } from '../../../src/service/billing/billing-deps.ts';
import { startTrial } from '../../../src/service/billing/grant-access.ts';
import { startMandate } from '../../../src/service/billing/orders/manage-mandate.ts';
import { orderGoods } from '../../../src/service/billing/orders/order-goods.ts';
import {
  pollPayments,
  receiveEvent,
  settleReturned,
} from '../../../src/service/billing/orders/settle-payment.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import type { MandateChoice } from '../../../src/service/ports/payments.ts';
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

type World = Awaited<ReturnType<typeof openBillingWorld>>;

const returnUrl = 'https://esign.example.in/payments/sandbox/return';

/** Mandates in a shop of the sandbox. */
export function openMandateWorld({ deps, store, clock, payments, anAccount }: World) {
  const onError = (error: unknown) => {
    throw error;
  };
  const poll = () => pollPayments({ ...deps, onError });

  /** A mandate that waits to be authorised. */
  const aMandate = async (subscription: 'none' | 'trial' = 'none') => {
    const accountId = await anAccount();
    if (subscription === 'trial') await startTrial(deps, asOwner(accountId));
    const { mandateId, providerId } = await startMandate(deps, asOwner(accountId), { returnUrl });
    return { accountId, mandateId, providerId: providerId ?? '' };
  };

  /** A customer's choice on the provider's page: the ways in which the service hears of it. */
  const choose = (providerId: string, choice: MandateChoice) => {
    const outcome = payments.chooseMandate(providerId, choice);
    const [event] = outcome?.events ?? [];
    if (!outcome || !event) throw new Error('There is no such mandate.');
    const comeBack = async () => {
      const query = Object.fromEntries(new URL(outcome.returnUrl).searchParams);
      const returned = payments.readReturn(query);
      if (returned) await settleReturned(deps, returned);
    };
    const tell = () => receiveEvent(deps, { rawBody: event.body, headers: event.headers });
    return { comeBack, tell, poll };
  };

  const factsOf = async (accountId: string) => {
    const account = await store.findAccount(accountId);
    if (!account) throw new Error('There is no such account.');
    const { state } = accessOf(account, clock.now());
    const papers = await store.listInvoices({ accountId, limit: 100 });
    return {
      state,
      renewal: account.renewal,
      paidUntil: account.paidUntil,
      invoices: papers.length,
    };
  };

  return { aMandate, choose, factsOf, poll, returnUrl };
}
