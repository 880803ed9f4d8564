import { afterAll, expect, test } from 'vitest';
import { callApi, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const DAY_MS = 24 * 3600_000;

const world = await startTestSandbox();
afterAll(world.close);

const linkOf = async (documentId: string) => (await world.control.link({ documentId })).url;
const page = async (url: string) => await (await fetch(url)).text();
const statusOf = async (documentId: string) =>
  (await callApi(world.sandbox, `/${documentId}`)).content.status;
const mailed = async (kind: RegExp) =>
  (await world.control.inbox()).filter((one) => one.kind === 'mail' && kind.test(one.subject));

test('a withdrawn document is told to its signers by page and mail, and cannot be signed', async () => {
  const documentId = await sendTo(world.sandbox, ['Asha Rao', 'Ravi Kumar']);
  const link = await linkOf(documentId);
  await world.control.withdraw({ documentId, reason: 'Sent twice' });
  expect(await page(link)).toContain('Reason: <bdi>Sent twice</bdi>');
  await expect.poll(() => mailed(/: Withdrawn /)).toHaveLength(2);
  await expect(world.control.sign({ documentId })).rejects.toThrow('withdrew “lease.pdf”');
  expect(await statusOf(documentId)).toBe('SENT');
  const again = world.control.withdraw({ documentId, reason: 'Again' });
  await expect(again).rejects.toMatchObject({ code: 'invalid_state' });
});

test('a link that is sent again after it expired is a new one, with which the signer signs', async () => {
  const documentId = await sendTo(world.sandbox, ['Asha Rao']);
  const old = await linkOf(documentId);
  await world.control.advanceClock({ ms: 31 * DAY_MS });
  expect(await page(old)).toContain('This link has expired');
  const sent = await world.control.resendLink({ documentId });
  expect(sent).toMatchObject({ documentId, name: 'Asha Rao', email: 'signer1@example.in' });
  expect(await linkOf(documentId)).not.toBe(old);
  await world.control.sign({ documentId });
  expect(await statusOf(documentId)).toBe('COMPLETED');
});

test('settings are those of the account that is named, or of the sandbox', async () => {
  const { accountId } = await world.control.createAccount({ subscription: true });
  const { setAccount } = world.control;
  const own = await setAccount({ settings: { name: 'Northwind Homes', message: 'Call us' } });
  const other = await setAccount({ account: accountId, settings: { linkDays: 7 } });
  expect(own).toMatchObject({ name: 'Northwind Homes', message: 'Call us', linkDays: 30 });
  expect(other).toMatchObject({ accountId, name: 'Sandbox account 2', message: null, linkDays: 7 });
  expect(await setAccount({ settings: { message: null } })).toMatchObject({ message: null });
  const settings = { newLinks: false, language: 'hi' };
  expect(await setAccount({ account: accountId, settings })).toMatchObject(settings);
});

test.each([
  ['an unknown account', { account: 'acc_unknown', settings: {} }, 'not_found'],
  ['an unknown setting', { settings: { colour: 'red' } }, 'invalid_request'],
  ['an http address', { settings: { helpUrl: 'http://example.in' } }, 'invalid_request'],
])('the settings of %s are refused', async (_what, order, code) => {
  await expect(world.control.setAccount(order)).rejects.toMatchObject({ code });
});

test('a document of another sandbox is not found', async () => {
  const documentId = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
  const found = { code: 'not_found' };
  await expect(world.control.resendLink({ documentId })).rejects.toMatchObject(found);
  const order = { documentId, reason: 'Sent twice' };
  await expect(world.control.withdraw(order)).rejects.toMatchObject(found);
});
