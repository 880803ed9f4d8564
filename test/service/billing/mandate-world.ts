import { accessOf } from '../../../src/service/billing/access.rules.ts';
import { startTrial } from '../../../src/service/billing/grant-access.ts';
import { startMandate } from '../../../src/service/billing/orders/manage-mandate.ts';
import {
  pollPayments,
  receiveEvent,
  settleReturned,
} from '../../../src/service/billing/orders/settle-payment.ts';
import type { MandateChoice } from '../../../src/service/ports/payments.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import type { openBillingWorld } from './billing-world.ts';

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
