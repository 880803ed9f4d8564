import { afterAll, afterEach, expect, test } from 'vitest';
import { EsignClient } from '../../../src/client/index.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { callApi, sendTo, startTestSandbox, uploadTo } from '../../support/sandbox/a-sandbox.ts';

const { sandbox, control, close } = await startTestSandbox();
afterAll(close);
afterEach(async () => {
  await control.clearFaults();
});

const SIGNERS = [{ name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' }];

const url = `${sandbox.baseUrl}/api/v1/documents`;
const headers = () => ({ authorization: `Bearer ${sandbox.apiKey}` });
const list = () => fetch(url, { headers: headers() });

test('a rate-limited request is answered as a proxy does, once', async () => {
  await control.setFault({ fault: 'api-rate-limited', times: 1 });
  const refused = await list();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(refused.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(refused.headers.get('x-request-id')).toBeNull();
  expect(await refused.text()).toBe('Too many requests\n');
  expect((await list()).status).toBe(200);
});

test('a server error has the shape of the API, and nothing was done', async () => {
  await control.setFault({ fault: 'api-server-error', times: 1, route: 'POST */send' });
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  expect((await callApi(sandbox, `/${documentId}`)).content.status).toBe('PENDING');
  await control.setFault({ fault: 'api-server-error', times: 1 });
  const failed = await callApi(sandbox, '');
  expect(failed).toMatchObject({ status: 500, content: { error: 'internal_error' } });
});

test('an unavailable service is answered in plain text, also during an upload', async () => {
  await control.setFault({ fault: 'api-unavailable', times: 'always' });
  const file = Buffer.alloc(3 * 1024 * 1024, '%PDF-1.7\n');
  const body = new FormData();
  body.set('file', new Blob([file], { type: 'application/pdf' }), 'large.pdf');
  const refused = await fetch(url, { method: 'POST', headers: headers(), body });
  expect([refused.status, await refused.text()]).toEqual([503, 'Service unavailable\n']);
  await control.clearFaults({ fault: 'api-unavailable' });
  expect((await list()).status).toBe(200);
});

test('a send whose answer is lost was done, and is charged once', async () => {
  const { accountId, apiKey } = await control.createAccount({ credits: 1, subscription: true });
  const own = new EsignClient({ baseUrl: sandbox.baseUrl, apiKey });
  const { documentId } = await own.documents.create(aPdf(), { name: 'lease.pdf' });
  await own.documents.addSigners(documentId, SIGNERS);
  await control.setFault({ fault: 'api-lost-answer', times: 1, route: 'POST */send', accountId });
  const sent = await own.documents.send(documentId);
  expect(sent.creditsRemaining).toBeNull();
  expect((await control.listFaults()).every(({ times }) => times === 0)).toBe(true);
  expect((await own.documents.retrieve(documentId)).status).toBe('SENT');
});

test('a cut body promises more than it holds', async () => {
  const documentId = await uploadTo(sandbox);
  await control.setFault({ fault: 'api-cut-body', times: 1 });
  const cut = await fetch(`${url}/${documentId}`, { headers: headers() });
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  expect((await callApi(sandbox, `/${documentId}`)).status).toBe(200);
});

test('a slow request is handled once its delay is over', async () => {
  await control.setFault({ fault: 'api-slow', times: 1, delayMs: 300 });
  const before = performance.now();
  expect((await list()).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThanOrEqual(295);
});

test('closing the sandbox does not wait for a slow request', async () => {
  const other = await startTestSandbox();
  await other.control.setFault({ fault: 'api-slow', times: 1, delayMs: 600_000 });
  const asked = callApi(other.sandbox, '');
  await expect.poll(async () => (await other.control.listFaults()).at(-1)?.times).toBe(0);
  await other.close();
  expect((await asked).status).toBe(200);
});

test('the sandbox signs although every request of the account fails', async () => {
  const documentId = await sendTo(sandbox, ['Asha Rao']);
  await control.setFault({ fault: 'api-unavailable', times: 'always' });
  expect((await control.sign({ documentId })).signers).toHaveLength(1);
});

test('no other account meets a fault, nor does a request without a key', async () => {
  const { accountId } = await control.createAccount({ subscription: true });
  await control.setFault({ fault: 'api-unavailable', times: 'always', accountId });
  expect((await list()).status).toBe(200);
  expect((await fetch(url)).status).toBe(401);
});

test('faults are listed with route and account, and cleared by account', async () => {
  const { accountId } = await control.createAccount({ subscription: true });
  const order = { fault: 'api-slow', times: 2, delayMs: 1, route: 'GET' } as const;
  const set = await control.setFault({ ...order, accountId });
  expect(set).toMatchObject({ fault: 'api-slow', times: 2, route: 'GET', accountId });
  await control.setFault(order);
  await control.setFault({ fault: 'down', times: 1 });
  const listed = (await control.listFaults()).filter(({ times }) => times !== 0);
  expect(listed.map(({ fault }) => fault)).toEqual(['down', 'api-slow', 'api-slow']);
  expect(await control.clearFaults({ accountId })).toEqual([set]);
  expect(await control.clearFaults()).toHaveLength(2);
});

test.each([
  [{ fault: 'api-slow', times: 1, route: 'send' }, 'invalid_request', /such as "POST \*\/send"/],
  [{ fault: 'api-slow', times: 1, accountId: 'acc_0' }, 'not_found', /no account acc_0/],
  [{ fault: 'down', times: 1, route: 'POST' }, 'invalid_request', /Only faults of the API/],
  [{ fault: 'api-nonsense', times: 1 }, 'invalid_request', /Known faults: .*, api-slow/],
] as const)('%j is refused with an explanation', async (order, code, message) => {
  const refused = { code, message: expect.stringMatching(message) };
  await expect(control.setFault(order)).rejects.toMatchObject(refused);
});

test('a fault that nobody knows cannot be cleared', async () => {
  await expect(control.clearFaults({ fault: 'nonsense' })).rejects.toThrow(/Unknown fault/);
});
