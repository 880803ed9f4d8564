import { expect, test } from 'vitest';
import { settleMandate } from '../../../../src/service/billing/orders/settle-mandate.ts';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { eraseAccount } from '../../../../src/service/core/retention/erase.ts';
import type { CrashPlan } from '../../../support/kills/crash-at.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import { openBillingWorld, openMandateWorld } from '../billing-world.ts';

const world = await openBillingWorld();
const { deps, store, clock, payments, findings } = world;
const { aMandate, choose, factsOf, poll } = openMandateWorld(world);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test.each([
  ['comeBack', 'tell', 'poll'],
  ['tell', 'poll', 'comeBack'],
  ['poll', 'comeBack', 'tell'],
] as const)('%s, %s and %s settle a charge once', async (...ways) => {
  const { accountId, providerId, mandateId } = await aMandate();
  const heard = choose(providerId, 'authorise');
  for (const way of [...ways, ...ways]) await heard[way]();
  await settleMandate(deps, mandateId);
  expect(await factsOf(accountId)).toMatchObject({
    ...{ state: 'active', renewal: 'mandate', invoices: 1 },
  });
});

test('all ways at once settle each charge once', async () => {
  const { accountId, providerId, mandateId } = await aMandate();
  const { comeBack, tell } = choose(providerId, 'authorise');
  await Promise.all([comeBack(), tell(), settleMandate(deps, mandateId), comeBack(), tell()]);
  clock.advance(70 * DAY_MS);
  await Promise.all([poll(), settleMandate(deps, mandateId), comeBack()]);
  expect(await factsOf(accountId)).toMatchObject({ state: 'active', invoices: 3 });
  expect(await findings()).toEqual([]);
});

test('the paid month begins when the trial is over, and each charge keeps its day', async () => {
  const { accountId, providerId } = await aMandate('trial');
  const trialEnds = new Date(clock.now().getTime() + 72 * HOUR_MS);
  await choose(providerId, 'authorise').tell();
  expect(await factsOf(accountId)).toMatchObject({ state: 'trial', invoices: 0 });
  clock.advance(72 * HOUR_MS + 1000);
  expect(await factsOf(accountId)).toMatchObject({ state: 'past_due', invoices: 0 });
  await poll();
  const month = new Date(trialEnds);
  month.setUTCMonth(month.getUTCMonth() + 1);
  const { paidUntil, ...first } = await factsOf(accountId);
  expect(first).toEqual({ state: 'active', renewal: 'mandate', invoices: 1 });
  expect(Math.abs((paidUntil?.getTime() ?? 0) - month.getTime())).toBeLessThan(60_000);
  clock.advance((paidUntil?.getTime() ?? 0) - clock.now().getTime() + DAY_MS);
  await poll();
  const second = await factsOf(accountId);
  expect(second.invoices).toBe(2);
  expect(second.paidUntil?.getUTCHours()).toBe(paidUntil?.getUTCHours());
});

test('a charge that fails is past due for three days, then lapsed, and one that arrives later opens the API again', async () => {
  const { accountId, providerId } = await aMandate();
  await choose(providerId, 'authorise').tell();
  await choose(providerId, 'fail').tell();
  clock.advance(32 * DAY_MS);
  await poll();
  expect(await factsOf(accountId)).toMatchObject({ state: 'past_due', renewal: 'mandate' });
  expect(await store.findLiveMandate(accountId)).toMatchObject({ state: 'failing' });
  clock.advance(3 * DAY_MS);
  await poll();
  expect(await factsOf(accountId)).toMatchObject({ state: 'lapsed', invoices: 1 });
  await choose(providerId, 'pay').tell();
  expect(await factsOf(accountId)).toMatchObject({ state: 'active', invoices: 2 });
});

test('a charge of another sum is held, once, and grants nothing', async () => {
  const { accountId, mandateId, providerId } = await aMandate();
  const charge = { paymentId: 'pay_wrong', paise: 100, currency: 'INR', paidAt: clock.now() };
  const found = { providerId, url: '/', state: 'active', charges: [charge] } as const;
  const mandates = {
    startMandate: async () => found,
    findMandate: async () => found,
    cancelMandate: async () => undefined,
  };
  const { id, isTest } = payments;
  const provider = Object.assign(Object.create(payments), { id, isTest, mandates });
  const odd = { ...deps, billing: { ...deps.billing, payments: provider } };
  await settleMandate(odd, mandateId);
  await settleMandate(odd, mandateId);
  expect(await factsOf(accountId)).toMatchObject({ state: 'none', invoices: 0 });
  const held = (await findings()).filter(({ kind }) => kind === 'held');
  expect(held).toMatchObject([{ what: expect.stringContaining('100 paise were paid') }]);
});

test('the mandate of an erased account is cancelled by the poll, and its check is content', async () => {
  const { accountId, mandateId, providerId } = await aMandate();
  await choose(providerId, 'authorise').tell();
  await eraseAccount(deps, asOperator(accountId), { confirm: null, mayWithdraw: true });
  await poll();
  expect((await payments.mandates.findMandate({ providerId }))?.state).toBe('over');
  expect(await store.findMandate(mandateId)).toMatchObject({ state: 'over' });
  expect((await findings()).filter(({ kind }) => kind === 'mandate')).toEqual([]);
});

/** A charge whose settlement fails as planned, then comes again; answers where it failed. */
async function trySettling(plan: CrashPlan): Promise<string | undefined> {
  const { accountId, mandateId, providerId } = await aMandate();
  payments.chooseMandate(providerId, 'authorise');
  const crashing = crashAt(deps, plan);
  await untilCrash(() => settleMandate({ ...deps, store: crashing.deps.store }, mandateId));
  const { invoices, renewal } = await factsOf(accountId);
  expect(invoices === 1, `left ${crashing.point()}`).toBe(renewal === 'mandate');
  await settleMandate(deps, mandateId);
  expect((await factsOf(accountId)).invoices, `in the end ${crashing.point()}`).toBe(1);
  return crashing.point();
}

test.each(['before', 'after'] as const)(
  'a crash %s any step of a charge leaves all of it or nothing',
  async (when) => {
    const points = await forEachCrash({ when, ends: 'process' }, trySettling);
    const steps = points.map((point) => point.split(' ').at(-1));
    expect(steps).toContain('tx.insertOrder');
    expect(steps).toContain('tx.changeMandate');
    expect((await findings()).filter(({ kind }) => kind !== 'held')).toEqual([]);
  },
);
