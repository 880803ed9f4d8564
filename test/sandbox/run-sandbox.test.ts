import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import { TEST_IDENTITIES } from '../../src/sandbox/authority/identities.ts';
import { callApi, sendTo, startTestSandbox, uploadTo } from '../support/sandbox/a-sandbox.ts';

const world = await startTestSandbox();
afterAll(world.close);

const progressOf = async (documentId: string) => {
  const { content } = await callApi(world.sandbox, `/${documentId}`);
  const signed = content.signers.map(({ hasSigned }: { hasSigned: boolean }) => hasSigned);
  return { status: content.status, signed };
};

test('an account is strict about names where the sandbox was started so', async () => {
  const { sandbox, control, close } = await startTestSandbox({ names: 'strict' });
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  const order = { documentId, identity: 'Ravi Kumar' };
  await expect(control.sign(order)).rejects.toMatchObject({
    code: 'signing_failed',
    message: expect.stringContaining('This document is for Asha Rao'),
  });
  expect((await control.sign({ documentId })).signers).toMatchObject([{ name: 'Asha Rao' }]);
  await close();
});

test('a document is signed by all its signers through the real pages', async () => {
  const names = ['Asha Rao', 'अनिता शर्मा', 'Somebody Else'];
  const documentId = await sendTo(world.sandbox, names);
  const { signers } = await world.control.sign({ documentId, all: true });
  const [signerId, signedAt] = [expect.any(String), expect.any(String)];
  expect(signers).toEqual(
    names.map((name, index) => ({ signerId, name, signingOrder: index + 1, signedAt })),
  );
  expect(await progressOf(documentId)).toEqual({ status: 'COMPLETED', signed: [true, true, true] });
  await expect(world.control.sign({ documentId })).rejects.toThrow('Everyone has already signed');
});

test('by default the next signer signs', async () => {
  const documentId = await sendTo(world.sandbox, ['Asha Rao', 'Ravi Kumar']);
  const { signers } = await world.control.sign({ documentId });
  expect(signers.map(({ name }) => name)).toEqual(['Asha Rao']);
  expect(await progressOf(documentId)).toEqual({ status: 'SENT', signed: [true, false] });
});

test('unsent and unknown documents cannot be signed', async () => {
  const documentId = await uploadTo(world.sandbox);
  await expect(world.control.sign({ documentId })).rejects.toMatchObject({ code: 'invalid_state' });
  const unknown = world.control.sign({ documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11' });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
});

test('the pages of the authority, and those of signers, are found', async () => {
  const { control, sandbox } = world;
  const pages = await control.pages();
  expect(pages.authority).toBe(sandbox.authorityUrl);
  expect((await fetch(pages.authority)).status).toBe(200);
  const documentId = await sendTo(sandbox, ['Asha Rao', 'Ravi Kumar']);
  const { signers } = (await callApi(sandbox, `/${documentId}`)).content;
  const [first, second] = signers.map(({ signUrl }: { signUrl: string }) => ({ url: signUrl }));
  expect(await control.link({ documentId })).toEqual(first);
  expect(await control.link({ documentId, signer: '2' })).toEqual(second);
  await control.sign({ documentId });
  expect(await control.link({ documentId })).toEqual(second);
  await control.sign({ documentId });
  expect(await control.link({ documentId })).toEqual(first);
  await expect(control.link({ documentId, signer: '3' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const draft = control.link({ documentId: await uploadTo(sandbox) });
  await expect(draft).rejects.toMatchObject({ code: 'invalid_state' });
});

test('mails and codes are in the inbox, each signing link among them', async () => {
  const documentId = await sendTo(world.sandbox, ['Meera Nair']);
  const { content } = await callApi(world.sandbox, `/${documentId}`);
  await world.control.sign({ documentId });
  await vi.waitFor(
    async () => {
      const messages = await world.control.inbox();
      const mails = messages.filter(({ kind }) => kind === 'mail');
      expect(mails.flatMap((mail) => ('links' in mail ? mail.links : []))).toContain(
        content.signers[0].signUrl,
      );
    },
    { timeout: 10_000 },
  );
  const codes = (await world.control.inbox()).filter(({ kind }) => kind === 'otp');
  expect(codes.at(-1)).toMatchObject({
    to: TEST_IDENTITIES.find(({ name }) => name === 'Meera Nair')?.mobile,
    code: expect.stringMatching(/^\d{6}$/),
  });
});

test('another account has its own key, and its documents can be signed', async () => {
  const { apiKey, accountId } = await world.control.createAccount({
    credits: 5,
    subscription: true,
  });
  expect(apiKey).toMatch(/^sk_test_/);
  expect(accountId).not.toBe('');
  const theirs = { ...world.sandbox, apiKey };
  const documentId = await sendTo(theirs, ['Asha Rao']);
  expect((await callApi(world.sandbox, `/${documentId}`)).status).toBe(404);
  expect((await world.control.sign({ documentId })).signers).toHaveLength(1);
});

test('an account without a subscription is refused by the API', async () => {
  const { apiKey } = await world.control.createAccount({ subscription: false });
  expect((await callApi({ ...world.sandbox, apiKey }, '')).status).toBe(403);
});

test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER])(
  'the clock cannot be advanced by %d ms',
  async (ms) => {
    await expect(world.control.advanceClock({ ms })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The clock can be advanced by 1 millisecond to 10 years.',
    });
  },
);

test('an account with too many credits is refused with an explanation', async () => {
  const asked = world.control.createAccount({ credits: 1_000_000_001, subscription: true });
  await expect(asked).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Credits must be a whole number from 0 to 1000000000.',
  });
});

/** Where the control interface is. */
async function controlUrl(): Promise<string> {
  const info = await readFile(join(world.sandbox.dataDir, 'sandbox.json'), 'utf8');
  return JSON.parse(info).controlUrl;
}

test('the control interface requires the token, and has a port of its own', async () => {
  const control = await controlUrl();
  expect(new URL(control).port).not.toBe(new URL(world.sandbox.baseUrl).port);
  const bare = await fetch(`${control}/control/inbox`);
  expect([bare.status, (await bare.json()).error]).toEqual([401, 'unauthorized']);
  const wrong = { authorization: 'Bearer wrong' };
  expect((await fetch(`${control}/control/reset`, { method: 'POST', headers: wrong })).status).toBe(
    401,
  );
});

test('the control interface answers to no other host name, so a page elsewhere cannot reach it', async () => {
  const { port } = new URL(await controlUrl());
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: `evil.example.com:${port}` };
    request({ host: '127.0.0.1', port, path: '/control/inbox', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(421);
});

test('a signer with the longest name can sign', async () => {
  const name = 'अनिता '.repeat(40).slice(0, LIMITS.signerNameLength - 1);
  const documentId = await sendTo(world.sandbox, [`${name}अ`]);
  expect((await world.control.sign({ documentId })).signers).toHaveLength(1);
});

const DAY_MS = 24 * 3600_000;

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
  expect(other).toMatchObject({
    accountId,
    name: expect.stringMatching(/^Sandbox account \d$/),
    message: null,
    linkDays: 7,
  });
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
