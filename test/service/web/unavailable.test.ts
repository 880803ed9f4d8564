import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import { StoreUnavailable } from '../../../src/service/ports/store-unavailable.ts';
import {
  ASHA,
  apiUser,
  giveConsent,
  postForm,
  requestIn,
  stateIn,
} from '../../support/service/call-service.ts';
import { openService } from '../../support/service/open-service.ts';
import { askedFor } from '../../support/service/test-authority.ts';
import { FORM_HEADERS, form } from '../../support/sign-in/form.ts';
import { openAnyStore } from '../../support/store/any-store.ts';
import { interruptible } from '../../support/store/interruptible-store.ts';

const database = interruptible(await openAnyStore());
const service = await openService(async () => database.store);
afterAll(() => service.close());
const { app, deps } = service;
const user = apiUser(service, await service.account());
const { links, documentId } = await user.send(ASHA);
const [link = ''] = links;

/** Until the test ends, or the result is called. */
function goDown(): () => void {
  const comeBack = () => {
    database.isDown = false;
  };
  onTestFinished(comeBack);
  database.isDown = true;
  return comeBack;
}

test('a database out of reach is told apart from other failures', async () => {
  const failure = deps.store.transaction(async () => {
    throw Object.assign(new Error('a file is gone'), { code: 'ENOENT' });
  });
  await expect(failure).rejects.not.toThrow(StoreUnavailable);
  goDown();
  await expect(deps.store.creditBalance('x')).rejects.toThrow(StoreUnavailable);
  const locked = deps.store.transaction((tx) => tx.lockAttempt('x'));
  await expect(locked).rejects.toThrow(StoreUnavailable);
});

test('without its database the API responds 503 and when to come back', async () => {
  goDown();
  const answer = await user.get('/api/v1/documents');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toEqual({
    error: 'internal_error',
    message: 'The service is not available at the moment. Try again shortly.',
  });
});

test('without its database a page tries again by itself, and by a link', async () => {
  goDown();
  const answer = await app.inject(link);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(stateIn(answer)).toBe('unavailable');
  expect(answer.body).toMatch(/<script type="module" src="[^"]*retry.js/);
  expect(answer.body).toContain('<a class="button" href="">Try again</a>');
  const hindi = await app.inject({ url: link, headers: { 'accept-language': 'hi' } });
  expect(hindi.body).toContain('<html lang="hi">');
});

test('a form that met no database leads back to its page and is not sent again by itself', async () => {
  goDown();
  const answer = await app.inject({ method: 'POST', url: `${link}/decline` });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain(`<a class="button" href="${link}">`);
  expect(answer.body).not.toContain('retry.js');
});

test('an answer that met no database is given back in a form, whose fields sign once it is there', async () => {
  const request = requestIn(await giveConsent(service, link));
  const fields = { msg: await service.authority.answer(request), other: '"<&\'>' };
  const comeBack = goDown();
  const address = `/gateway/return?txn=${askedFor(request).txn}`;
  const given = await postForm(service, address, fields);
  expect(given.statusCode).toBe(503);
  expect(given.headers['retry-after']).toBe('2');
  expect(given.headers['content-security-policy']).toContain("form-action 'self'");
  expect(stateIn(given)).toBe('repost');
  expect(given.body).toContain('<strong>TEST</strong>');
  const repost = readPage(given.body, 'http://esign.example.in').forms[0];
  expect(repost).toMatchObject({ action: `http://esign.example.in${address}`, fields });
  comeBack();
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const payload = form(...parts);
  const posted = await app.inject({ method: 'POST', url: address, headers: FORM_HEADERS, payload });
  expect(posted.statusCode).toBe(303);
  expect((await user.document(documentId)).status).toBe('COMPLETED');
});

test('an outage has one line with its stack, however many requests meet it', async () => {
  const own = await openService(async () => database.store);
  onTestFinished(() => own.app.close());
  goDown();
  own.log.length = 0;
  for (let times = 0; times < 5; times += 1)
    await own.app.inject({ url: '/api/v1/documents', headers: user.account.headers });
  const lines = own.log.map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
  expect(lines.filter(({ msg, status }) => msg === 'request' && status === 503)).toHaveLength(5);
});
