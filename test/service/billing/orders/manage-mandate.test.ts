import { expect, test } from 'vitest';
import {
  cancelMandate,
  readMandate,
  startMandate,
} from '../../../../src/service/billing/orders/manage-mandate.ts';
import { PaymentProviderError } from '../../../../src/service/ports/payments.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';
import { openBillingWorld, openMandateWorld } from '../billing-world.ts';

const world = await openBillingWorld();
const { deps, store, clock, payments, anAccount, anOrder } = world;
const { aMandate, choose, factsOf, poll, returnUrl } = openMandateWorld(world);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('a mandate that is cancelled leaves access until what is paid is over, and then nothing', async () => {
  const { accountId, providerId } = await aMandate();
  await choose(providerId, 'authorise').tell();
  await cancelMandate(deps, asOwner(accountId));
  expect(await factsOf(accountId)).toMatchObject({ state: 'active', renewal: 'cancelled' });
  clock.advance(32 * DAY_MS);
  await poll();
  expect(await factsOf(accountId)).toMatchObject({ state: 'lapsed', invoices: 1 });
  expect(await readMandate(deps, asOwner(accountId))).toBeUndefined();
  await expect(cancelMandate(deps, asOwner(accountId))).rejects.toThrow(
    'The account has no mandate.',
  );
  const again = await startMandate(deps, asOwner(accountId), { returnUrl });
  await choose(again.providerId ?? '', 'authorise').tell();
  expect(await factsOf(accountId)).toMatchObject({ state: 'active', renewal: 'mandate' });
});

test('a mandate that the bank cancels, or that is refused, charges nothing', async () => {
  const cancelled = await aMandate();
  await choose(cancelled.providerId, 'authorise').tell();
  await choose(cancelled.providerId, 'cancel').tell();
  expect(await factsOf(cancelled.accountId)).toMatchObject({ renewal: 'cancelled' });
  const refused = await aMandate();
  await choose(refused.providerId, 'refuse').comeBack();
  expect(await factsOf(refused.accountId)).toMatchObject({ state: 'none', renewal: null });
});

test('a single month after a cancelled mandate has its three days again', async () => {
  const { accountId, providerId } = await aMandate();
  await choose(providerId, 'authorise').tell();
  await cancelMandate(deps, asOwner(accountId));
  payments.choose(await anOrder(accountId, 0), 'pay');
  await poll();
  expect(await factsOf(accountId)).toMatchObject({ renewal: null, invoices: 2 });
});

test('an account gets one mandate, and one that waits is found again', async () => {
  const accountId = await anAccount();
  const start = () => startMandate(deps, asOwner(accountId), { returnUrl });
  const both = await Promise.all([start(), start()]);
  const live = await store.findLiveMandate(accountId);
  expect(both.map(({ mandateId }) => mandateId)).toEqual([live?.mandateId, live?.mandateId]);
  expect((await start()).providerId).toBe(live?.providerId);
  await choose(live?.providerId ?? '', 'authorise').tell();
  await expect(start()).rejects.toThrow('The account has a mandate already.');
});

test('a mandate that nobody authorised in time is over, and another one is made', async () => {
  const { accountId, mandateId } = await aMandate();
  clock.advance(24 * HOUR_MS + 1000);
  const another = await startMandate(deps, asOwner(accountId), { returnUrl });
  expect(another.mandateId).not.toBe(mandateId);
  expect(await store.findMandate(mandateId)).toMatchObject({ state: 'over' });
});

test('a mandate of which nobody got the address is given up', async () => {
  const accountId = await anAccount();
  const failing = Object.assign(Object.create(payments), {
    id: payments.id,
    mandates: {
      ...payments.mandates,
      startMandate: async () => {
        throw new PaymentProviderError('unavailable', 'It is away (TEST).');
      },
    },
  });
  const away = { ...deps, billing: { ...deps.billing, payments: failing } };
  const started = startMandate(away, asOwner(accountId), { returnUrl });
  await expect(started).rejects.toMatchObject({ kind: 'unavailable' });
  await poll();
  expect(await store.findLiveMandate(accountId)).toMatchObject({ providerId: null });
  clock.advance(HOUR_MS);
  await poll();
  expect(await store.findLiveMandate(accountId)).toBeUndefined();
});

test('an account with access without an end gives no mandate', async () => {
  const started = startMandate(deps, asOwner(await anAccount('active')), { returnUrl });
  await expect(started).rejects.toThrow('The account has access without an end already.');
});

test('where the provider has no mandates, none is given', async () => {
  const provider = Object.assign(Object.create(payments), { mandates: undefined });
  const without = { ...deps, billing: { ...deps.billing, payments: provider } };
  const started = startMandate(without, asOwner(await anAccount()), { returnUrl });
  await expect(started).rejects.toThrow('No mandate can be given here');
});
