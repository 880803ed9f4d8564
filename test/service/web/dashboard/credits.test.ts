import { expect, test } from 'vitest';
import { SandboxPayments } from '../../../../src/service/adapters/payments/sandbox-payments.ts';
import { openShop } from '../../../support/payments/open-shop.ts';
import { apiUser, openApi } from '../../../support/service/call-service.ts';
import type { MemberBrowser } from '../../../support/sign-in/a-member.ts';
import { aMember, OWN_FORM } from '../../../support/sign-in/a-member.ts';

const shop = await openShop((clock) => new SandboxPayments({ clock }));
const { app, deps, advance } = shop;

async function anOwner(subscription: 'none' | 'active' = 'active', credits = 0) {
  const account = await shop.account({ subscription, credits });
  return { account, owner: await aMember(shop, account) };
}

const pathOf = (location: unknown): string => {
  const url = new URL(String(location), 'http://esign.example.in');
  return url.pathname + url.search;
};

/** Orders credits, and chooses what becomes of the payment; the path of the order. */
async function order(owner: MemberBrowser, credits: number, choice: string): Promise<string> {
  const ordered = await owner.post('/dashboard/credits/buy', { credits: String(credits) });
  expect(ordered.statusCode).toBe(303);
  const path = pathOf(ordered.headers.location);
  const { body } = await owner.get(path);
  const desk = /href="(\/payments\/sandbox\/ord_[0-9a-f]{32})"/.exec(body)?.[1] ?? '';
  expect((await app.inject({ url: desk })).body).toContain('No money moves here');
  const payload = `choice=${choice}`;
  const chosen = await app.inject({ method: 'POST', url: desk, headers: OWN_FORM, payload });
  const back = await app.inject({ url: pathOf(chosen.headers.location) });
  expect(pathOf(back.headers.location)).toBe(path);
  return path;
}

test('credits are bought, stand in the ledger with their invoice, and send a document', async () => {
  const { account, owner } = await anOwner();
  const path = await order(owner, 10, 'pay');
  expect((await owner.get(path)).body).toContain('The payment has arrived');
  await apiUser(shop, account).send({
    name: 'Asha Rao',
    phone: '9876543210',
    email: 'asha@example.in',
  });
  const { body } = await owner.get('/dashboard/credits');
  expect(body).toContain('+10');
  expect(body).toContain('−1');
  expect(body).toContain('<dd>9</dd>');
  expect(body).toContain('₹236.00');
  const invoice = /href="(\/dashboard\/invoices\/TS-\d\d-\d\d-\d{7})"/.exec(body)?.[1] ?? '';
  const pdf = await owner.get(invoice);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="TS-\d\d-\d\d-\d{7}\.pdf"$/,
    ),
  });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const stranger = (await anOwner()).owner;
  expect((await stranger.get(invoice)).statusCode).toBe(404);
  expect((await stranger.get(path)).statusCode).toBe(404);
});

test('on the page for tests a person gives credits back, and the page of credits shows it with its credit note', async () => {
  const { account, owner } = await anOwner();
  await order(owner, 10, 'pay');
  const { body } = await owner.get('/dashboard/credits');
  const desk = /href="(\/payments\/sandbox\/ord_[0-9a-f]{32})"/.exec(body)?.[1] ?? '';
  expect((await app.inject({ url: desk })).body).toContain('Given back so far: 0.');
  const giveBack = (credits: string) =>
    app.inject({
      ...{ method: 'POST', url: `${desk}/refund`, headers: OWN_FORM },
      payload: `credits=${credits}`,
    });
  expect((await giveBack('4')).headers.location).toBe(desk);
  expect((await app.inject({ url: desk })).body).toContain('Given back so far: 4.');
  expect((await giveBack('0x2')).statusCode).toBe(400);
  const tooMany = await giveBack('7');
  expect(tooMany.statusCode).toBe(400);
  expect(tooMany.body).toContain(
    'id="problem-credits">Of this payment, 1 to 6 credits can be given back.',
  );
  expect(tooMany.body).toContain('name="credits" value="7"');
  expect(await deps.store.creditBalance(account.accountId)).toBe(6);
  const after = (await owner.get('/dashboard/credits')).body;
  expect(after).toContain('4 credits for ₹94.40: done');
  expect(after).toMatch(/href="\/dashboard\/invoices\/TC-\d\d-\d\d-\d{7}"/);
});

test('told twice, it is bought once', async () => {
  const { account, owner } = await anOwner();
  await order(owner, 10, 'twice');
  expect(await deps.store.creditBalance(account.accountId)).toBe(10);
});

test('a payment that failed buys nothing, and the order can still be paid', async () => {
  const { account, owner } = await anOwner();
  const path = await order(owner, 10, 'fail');
  const { body } = await owner.get(path);
  expect(body).toContain('Pay ₹236.00');
  expect(body).toContain(`data-seen="${(await owner.poll(path)).body}"`);
  expect(await deps.store.creditBalance(account.accountId)).toBe(0);
});

test('a late payment is seen when the order is looked at again', async () => {
  const { account, owner } = await anOwner();
  const path = await order(owner, 10, 'late');
  advance(61_000);
  expect((await owner.get(path)).body).toContain('The payment has arrived');
  expect(await deps.store.creditBalance(account.accountId)).toBe(10);
});

test.each(['9', '', '0x10', '10001'])('%j credits are not sold', async (credits) => {
  const { owner } = await anOwner();
  const reply = await owner.post('/dashboard/credits/buy', { credits });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain('A pack has 10 to 10,000 credits.');
});

test('a trial opens the API from the page, once; after it a month can be paid', async () => {
  const { account, owner } = await anOwner('none');
  const { get } = apiUser(shop, account);
  expect((await get('/api/v1/documents')).statusCode).toBe(403);
  expect((await owner.get('/dashboard/credits')).body).toContain('Start trial');
  expect((await owner.post('/dashboard/credits/trial')).statusCode).toBe(303);
  expect((await get('/api/v1/documents')).statusCode).toBe(200);
  expect((await owner.post('/dashboard/credits/trial')).statusCode).toBe(409);
  const { accountId } = account;
  const ordered = await owner.post('/dashboard/credits/month');
  const orderId = String(ordered.headers.location).split('/').at(-1) ?? '';
  deps.billing.payments.desk?.choose(orderId, 'pay');
  expect((await owner.get(pathOf(ordered.headers.location))).body).toContain('has arrived');
  const paid = await deps.store.findAccount(accountId);
  expect(paid).toMatchObject({ subscription: 'active', paidUntil: expect.any(Date) });
});

test('a billing profile is saved, shown again, and refused with its reason and all that was typed', async () => {
  const { owner } = await anOwner();
  const fields = { legalName: 'TEST <Homes>', address: '2 Test Lane', state: '27', gstin: '' };
  expect((await owner.post('/dashboard/credits/profile', fields)).statusCode).toBe(303);
  const { body } = await owner.get('/dashboard/credits/profile');
  expect(body).toContain('value="TEST &lt;Homes&gt;"');
  expect(body).toContain('<option value="27" selected>27 Maharashtra</option>');
  const wrong = await owner.post('/dashboard/credits/profile', { ...fields, gstin: 'x' });
  expect(wrong.statusCode).toBe(400);
  for (const typed of [
    'TEST &lt;Homes&gt;',
    '2 Test Lane</textarea>',
    '"27" selected',
    'value="x"',
  ]) {
    expect(wrong.body).toContain(typed);
  }
  expect(wrong.body).toContain('The GSTIN has 15 characters');
});

test('where nothing is sold, the page says so, and nothing is ordered', async () => {
  const { service, user } = await openApi({ credits: 3 });
  const owner = await aMember(service, user.account);
  expect((await owner.get('/dashboard/credits')).body).toContain('Nothing is sold here');
  const ordered = await owner.post('/dashboard/credits/buy', { credits: '10' });
  expect(ordered.body).toContain('Nothing is sold here');
  expect((await service.app.inject({ method: 'POST', url: '/payments/sandbox' })).statusCode).toBe(
    404,
  );
});
