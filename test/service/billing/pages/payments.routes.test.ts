import { afterAll, expect, test } from 'vitest';
import { openRazorpay } from '../../../../src/service/adapters/payments/razorpay.ts';
import { openShop } from '../../../support/payments/open-shop.ts';
import { RAZORPAY_KEYS, RazorpayServer } from '../../../support/payments/razorpay-server.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const server = await new RazorpayServer().open();
afterAll(() => server.close());
const shop = await openShop(() => openRazorpay({ ...RAZORPAY_KEYS, baseUrl: server.url }));
const { app, deps } = shop;

/** An order for ten credits, as its buyer sees it. */
async function anOrder() {
  const account = await shop.account({ credits: 0 });
  const owner = await aMember(shop, account);
  const ordered = await owner.post('/dashboard/credits/buy', { credits: '10' });
  const path = String(ordered.headers.location);
  const orderId = path.split('/').at(-1) ?? '';
  const credits = () => deps.store.creditBalance(account.accountId);
  return { owner, path, orderId, credits };
}

const tell = ({ body, headers }: ReturnType<RazorpayServer['event']>, url = '/payments/razorpay') =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });

const comeBack = (query: Record<string, string>) =>
  app.inject({ url: `/payments/razorpay/return?${new URLSearchParams(query)}` });

test('an order leads to the page of Razorpay, and its browser back to the order', async () => {
  const { owner, path, orderId, credits } = await anOrder();
  expect((await owner.get(path)).body).toContain(`href="${server.link(orderId).short_url}"`);
  expect(server.posted.callback_url).toBe('http://esign.example.in/payments/razorpay/return');
  server.pay(orderId);
  const back = await comeBack(server.returnQuery(orderId));
  expect([back.statusCode, back.headers.location]).toEqual([303, path]);
  expect(await credits()).toBe(10);
  expect((await owner.get(path)).body).toContain('The payment has arrived');
});

test('an event settles its order, once, however often it is sent', async () => {
  const { orderId, credits } = await anOrder();
  server.pay(orderId);
  const event = server.event(orderId);
  const replies = await Promise.all([tell(event), tell(event), tell(server.event(orderId))]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
  expect(await credits()).toBe(10);
});

test('an event or a return with the other secret, or changed, changes nothing', async () => {
  const { orderId, credits } = await anOrder();
  server.pay(orderId);
  expect((await tell(server.event(orderId, RAZORPAY_KEYS.keySecret))).statusCode).toBe(401);
  const event = server.event(orderId);
  const longer = { ...event, body: Buffer.concat([event.body, Buffer.from('\n')]) };
  expect((await tell(longer)).statusCode).toBe(401);
  const back = await comeBack(server.returnQuery(orderId, RAZORPAY_KEYS.webhookSecret));
  expect(back.headers.location).toBe('/dashboard/credits');
  expect(await credits()).toBe(0);
});

test('an event is to be sent again while Razorpay cannot be asked, and then settles', async () => {
  const { orderId, credits } = await anOrder();
  server.pay(orderId);
  const event = server.event(orderId);
  server.faults.push('unavailable');
  expect((await tell(event)).statusCode).toBe(503);
  expect(await credits()).toBe(0);
  expect((await tell(event)).statusCode).toBe(204);
  expect(await credits()).toBe(10);
});

test('a browser comes back to its order even while Razorpay cannot be asked', async () => {
  const { owner, path, orderId } = await anOrder();
  server.pay(orderId);
  server.faults.push('unavailable', 'unavailable');
  expect((await comeBack(server.returnQuery(orderId))).headers.location).toBe(path);
  expect((await owner.get(path)).body).toContain('does not show this order now');
});

test('nothing is ordered while Razorpay cannot be asked', async () => {
  const owner = await aMember(shop, await shop.account());
  server.faults.push('unavailable', 'unavailable');
  const reply = await owner.post('/dashboard/credits/buy', { credits: '10' });
  expect(reply.statusCode).toBe(503);
  expect(reply.body).toContain('Nothing was ordered');
});

test('a wrong sum is held, and the buyer reads why', async () => {
  const { owner, path, orderId, credits } = await anOrder();
  server.pay(orderId, 100);
  await tell(server.event(orderId));
  expect(await credits()).toBe(0);
  expect((await owner.get(path)).body).toContain('100 paise were paid instead of 23600.');
});

test.each([
  ['an event that is too large', Buffer.alloc(256 * 1024 + 1), 413],
  ['an event without a signature', Buffer.from('{}'), 401],
])('%s is refused', async (_what, payload, status) => {
  const reply = await app.inject({ method: 'POST', url: '/payments/razorpay', payload });
  expect(reply.statusCode).toBe(status);
});

test('another provider, and its test desk, are not there', async () => {
  const { orderId } = await anOrder();
  expect((await tell(server.event(orderId), '/payments/sandbox')).statusCode).toBe(404);
  expect((await app.inject({ url: `/payments/sandbox/${orderId}` })).statusCode).toBe(404);
});
