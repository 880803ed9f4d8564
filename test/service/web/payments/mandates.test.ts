import { afterAll, expect, test } from 'vitest';
import { openRazorpay } from '../../../../src/service/adapters/payments/razorpay.ts';
import { openShop } from '../../../support/payments/open-shop.ts';
import { RAZORPAY_KEYS, RazorpayServer } from '../../../support/payments/razorpay-server.ts';
import { apiUser } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const server = await new RazorpayServer().open();
afterAll(() => server.close());
const { subscriptions } = server;
const { keySecret, webhookSecret } = RAZORPAY_KEYS;
const planId = subscriptions.addPlan(118_000);
const shop = await openShop(() => openRazorpay({ ...RAZORPAY_KEYS, baseUrl: server.url, planId }));
const { app, deps } = shop;

const MANDATE = '/dashboard/credits/mandate';

/** An owner who is about to authorise a mandate. */
async function aMandate() {
  const account = await shop.account({ subscription: 'none' });
  const owner = await aMember(shop, account);
  const started = await owner.post(MANDATE);
  expect([started.statusCode, started.headers.location]).toEqual([303, MANDATE]);
  const id = (await deps.store.findLiveMandate(account.accountId))?.providerId ?? '';
  const api = async () => (await apiUser(shop, account).get('/api/v1/documents')).statusCode;
  const payments = () => deps.store.listPayments({ accountId: account.accountId, limit: 10 });
  return { owner, id, api, payments };
}

const tell = ({ body, headers }: ReturnType<typeof subscriptions.event>) =>
  app.inject({
    method: 'POST',
    url: '/payments/razorpay',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });

const comeBack = (query: Record<string, string>) =>
  app.inject({ url: `/payments/razorpay/return?${new URLSearchParams(query)}` });

test('a mandate leads to the page of Razorpay, and its browser back to the mandate', async () => {
  const { owner, id, api } = await aMandate();
  expect((await owner.get(MANDATE)).body).toContain(`href="${subscriptions.get(id).short_url}"`);
  expect(await api()).toBe(403);
  const payment = subscriptions.charge(id);
  const back = await comeBack(subscriptions.returnQuery(id, payment, keySecret));
  expect([back.statusCode, back.headers.location]).toEqual([303, MANDATE]);
  expect(await api()).toBe(200);
  expect((await owner.get(MANDATE)).body).toContain('The mandate is given');
});

test('an event settles its charge, once, however often it is sent', async () => {
  const { id, payments, api } = await aMandate();
  subscriptions.charge(id);
  const event = subscriptions.event(id, webhookSecret);
  const again = subscriptions.event(id, webhookSecret, 'subscription.activated');
  const replies = await Promise.all([tell(event), tell(event), tell(again)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
  expect(await payments()).toMatchObject([{ kind: 'month', paise: 118_000 }]);
  expect(await api()).toBe(200);
});

test('an authorisation alone, or an event that says more than Razorpay itself, opens nothing', async () => {
  const { id, payments, api } = await aMandate();
  subscriptions.setStatus(id, 'authenticated');
  await tell(subscriptions.event(id, webhookSecret, 'subscription.charged'));
  expect(await payments()).toEqual([]);
  expect(await api()).toBe(403);
});

test('an event or a return with the other secret, or changed, changes nothing', async () => {
  const { id, payments } = await aMandate();
  const payment = subscriptions.charge(id);
  expect((await tell(subscriptions.event(id, keySecret))).statusCode).toBe(401);
  const event = subscriptions.event(id, webhookSecret);
  const longer = { ...event, body: Buffer.concat([event.body, Buffer.from('\n')]) };
  expect((await tell(longer)).statusCode).toBe(401);
  const back = await comeBack(subscriptions.returnQuery(id, payment, webhookSecret));
  expect(back.headers.location).toBe('/dashboard/credits');
  expect(await payments()).toEqual([]);
});

test('an event is to be sent again while Razorpay cannot be asked', async () => {
  const { id, payments } = await aMandate();
  subscriptions.charge(id);
  const event = subscriptions.event(id, webhookSecret);
  server.faults.push('unavailable');
  expect((await tell(event)).statusCode).toBe(503);
  expect((await tell(event)).statusCode).toBe(204);
  expect(await payments()).toHaveLength(1);
});

test('an event about a mandate that is none of ours is taken, and changes nothing', async () => {
  const { id } = await aMandate();
  const event = subscriptions.event(id, webhookSecret);
  const text = event.body.toString().replaceAll(id, 'sub_foreign');
  const { mandates } = deps.billing.payments;
  expect(await mandates?.findMandate({ providerId: id })).toMatchObject({ state: 'open' });
  const { createHmac } = await import('node:crypto');
  const signature = createHmac('sha256', webhookSecret).update(text).digest('hex');
  const headers = { ...event.headers, 'x-razorpay-signature': signature };
  expect((await tell({ body: Buffer.from(text), headers })).statusCode).toBe(204);
});

test('a mandate that Razorpay does not cancel stays as it is, and the page says so', async () => {
  const { owner, id, api } = await aMandate();
  subscriptions.charge(id);
  await tell(subscriptions.event(id, webhookSecret));
  server.faults.push('unavailable');
  const reply = await owner.post(`${MANDATE}/cancel`);
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toContain('Nothing was changed');
  expect((await owner.post(`${MANDATE}/cancel`)).statusCode).toBe(303);
  expect(subscriptions.get(id).status).toBe('cancelled');
  expect(await api()).toBe(200);
  const { body } = await owner.get('/dashboard/credits');
  expect(body).toContain('The mandate is cancelled');
  expect(body).toContain('Subscribe</button>');
});

test('no mandate is made while Razorpay cannot be asked, or its plan has another price', async () => {
  const owner = await aMember(shop, await shop.account({ subscription: 'none' }));
  server.faults.push('unavailable');
  const away = await owner.post(MANDATE);
  expect([away.statusCode, away.body.includes('Nothing was ordered')]).toEqual([503, true]);
  expect((await owner.post(MANDATE)).statusCode).toBe(303);
  server.faults.push('unavailable');
  expect((await owner.get(MANDATE)).body).toContain('does not show this mandate now');
});
