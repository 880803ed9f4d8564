import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { TEST_IDENTITIES } from '../../../src/sandbox/authority/identities.ts';
import { HI } from '../../../src/sandbox/authority/words/hindi.ts';
import { readPage } from '../../../src/sandbox/control/drive-signing.ts';
import type { GatewayRequest } from '../../../src/service/ports/signing-gateway.ts';
import { anAuthorityServer } from '../../support/sandbox/an-authority-server.ts';
import { aGateway, aGatewayRequest } from '../../support/service/a-gateway.ts';
import { FORM_HEADERS, form } from '../../support/sign-in/form.ts';

const ASHA = TEST_IDENTITIES[0]!;

async function aServer() {
  const world = await anAuthorityServer();
  const { get, post } = world;
  /** The page that a refused request leads to. */
  const refusalOf = async (
    posted: Promise<{ statusCode: number; headers: OutgoingHttpHeaders }>,
  ) => {
    const { statusCode, headers } = await posted;
    expect(statusCode).toBe(303);
    return await get(String(headers.location));
  };
  const arrive = async (change: Partial<GatewayRequest> = {}) => {
    const { headers } = await post('/sign', { ...(await world.request(change)) });
    return String(headers.location);
  };
  return { ...world, refusalOf, arrive };
}

type Server = Awaited<ReturnType<typeof aServer>>;

async function toCode(server: Server, page: string) {
  await server.post(`${page}/identity`, { identity: ASHA.number, consent: 'yes' });
  return server.phone.messages().at(-1)!;
}

test('forms lead from the request to the answer', async () => {
  const server = await aServer();
  const page = await server.arrive();
  const first = readPage((await server.get(page)).body, 'http://authority.example/');
  expect(first.forms[0]?.fields).toEqual({ identity: '', consent: 'yes' });
  const { code, reference } = await toCode(server, page);
  const second = readPage((await server.get(page)).body, 'http://authority.example/');
  expect(second.forms[0]?.fields).toEqual({ reference, otp: '' });
  const given = await server.post(`${page}/code`, { otp: code, reference });
  expect(given).toMatchObject({ statusCode: 303, headers: { location: page } });
  const last = readPage((await server.get(page)).body, 'http://authority.example/');
  expect(last.forms).toHaveLength(1);
  expect(last.forms[0]).toMatchObject({
    action: 'http://127.0.0.1:4010/gateway/return',
    method: 'POST',
    isMultipart: true,
    fields: { msg: expect.stringMatching(/^<EsignResp errCode="NA"/) },
  });
});

test('pages load nothing from elsewhere, run nothing inline, and send forms back to the service only', async () => {
  const server = await aServer();
  const { headers, body } = await server.get(await server.arrive());
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy.endsWith("form-action 'self' http://127.0.0.1:4010")).toBe(true);
  expect(policy).toContain("frame-ancestors 'none';");
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(body).not.toMatch(/<script>|onload=|style=/);
});

test('the script and the style sheet are served', async () => {
  const { get } = await aServer();
  const script = await get('/assets/page.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript']);
  expect((await get('/assets/style.css')).headers['content-type']).toBe('text/css');
});

test('values from the service are shown as text, never as markup', async () => {
  const { arrive, get } = await aServer();
  const { body } = await get(await arrive({ documentName: '<script>alert("x")</script>' }));
  expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
  expect(body).not.toContain('<script>alert');
});

test('the page after the identity shows the last four digits of the phone, and not the number', async () => {
  const server = await aServer();
  const page = await server.arrive();
  const { code } = await toCode(server, page);
  const { body } = await server.get(page);
  expect(body).toContain(`••• ••• ${ASHA.mobile.slice(-4)}`);
  for (const secret of [ASHA.number, ASHA.mobile, code]) expect(body).not.toContain(secret);
  expect(page).not.toContain(ASHA.number);
});

test('a wrong number stays in its field, and is nowhere else on the page', async () => {
  const server = await aServer();
  const page = await server.arrive();
  await server.post(`${page}/identity`, { identity: '234567890123', consent: 'yes' });
  const { body } = await server.get(page);
  expect(readPage(body, 'http://a.example/').sentence).toMatch(/not valid/);
  expect(body.split('234567890123')).toHaveLength(2);
  expect(body).toContain('value="234567890123"');
  await toCode(server, page);
  expect((await server.get(page)).body).not.toContain('234567890123');
});

test('a session that is gone leads back to the service where this browser began', async () => {
  const server = await aServer();
  const { headers } = await server.post('/sign', { ...(await server.request({})) });
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  const url = '/session/unknown';
  const back = await server.app.inject({ url, headers: { cookie } });
  expect(back.body).toContain('<a href="http://127.0.0.1:4010/gateway/return');
  for (const forged of ['back=javascript%3Aalert(1)', 'back=%E0', '']) {
    const page = await server.app.inject({ url, headers: { cookie: forged } });
    expect(page.body).toContain('Open your signing link again');
  }
});

test.each([
  ...['/session/unknown', '/elsewhere', '/sign'],
  ...['/refused/nothing', '/refused/toString', '/session/refused/x'],
])('GET %s responds with a page of 404', async (url) => {
  const { get } = await aServer();
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('<h1>Nothing was signed</h1>');
});

test('an untrusted request gets a page and opens nothing', async () => {
  const { post, refusalOf, phone, request: ask } = await aServer();
  const { msg: request = '' } = await ask();
  const msg = request.replace(/txn="ESIGN-/, 'txn="OTHER-');
  const answer = await refusalOf(post('/sign', { msg }));
  expect(answer.statusCode).toBe(400);
  expect(readPage(answer.body, 'http://a.example/').sentence).toBe(
    'The signature of the request is not valid. (ESP-911)',
  );
  expect(phone.messages()).toEqual([]);
});

test.each([
  ['another kind of body', 'application/json', '{"msg":"x"}', 400],
  ['broken JSON', 'application/json', '{', 404],
  ['an unknown kind', 'text/x-unknown', 'x', 404],
  ['300 KB', 'application/x-www-form-urlencoded', `msg=${'a'.repeat(300 * 1024)}`, 404],
])('%s is refused with a page', async (_what, type, payload, status) => {
  const { app, refusalOf } = await aServer();
  const headers = { 'content-type': type };
  const answer = await refusalOf(app.inject({ method: 'POST', url: '/sign', headers, payload }));
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain('role="alert"');
});

test('a field given twice counts as absent', async () => {
  const server = await aServer();
  const page = await server.arrive();
  const payload = `identity=${ASHA.number}&identity=${ASHA.number}&consent=yes`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await server.app.inject({ method: 'POST', url: `${page}/identity`, headers, payload });
  expect(server.phone.messages()).toEqual([]);
});

test('cancelling returns a failure to the service', async () => {
  const server = await aServer();
  const page = await server.arrive();
  await server.post(`${page}/cancel`);
  const { forms } = readPage((await server.get(page)).body, 'http://a.example/');
  expect(forms[0]?.action).toBe('http://127.0.0.1:4010/gateway/return');
});

test('a multipart request is answered in multipart', async () => {
  const { app, request, get } = await aServer();
  const { msg = '' } = await request();
  const payload = form({ name: 'msg', value: msg });
  const opened = await app.inject({ method: 'POST', url: '/sign', headers: FORM_HEADERS, payload });
  expect(opened.statusCode).toBe(303);
  expect((await get(String(opened.headers.location))).statusCode).toBe(200);
});

test('a request in the fields of C-DAC is answered in its fields', async () => {
  const { pki, clock, post, get } = await aServer();
  const gateway = aGateway(pki, clock, { transport: 'cdac' });
  const { fields, encoding } = await gateway.begin(aGatewayRequest({ txn: 'ESIGN-7' }));
  expect(fields).toMatchObject({ aspTxnID: 'ESIGN-7', 'Content-Type': 'application/xml' });
  const { headers } = await post('/sign', { ...fields });
  await post(`${headers.location}/cancel`);
  const { forms } = readPage((await get(String(headers.location))).body, 'http://a.example/');
  expect([forms[0]?.isMultipart, encoding]).toEqual([false, 'application/x-www-form-urlencoded']);
  expect(forms[0]?.fields).toEqual({
    eSignResponse: expect.stringMatching(/^<EsignResp /),
    espTxnID: expect.stringMatching(/^[0-9A-F]{32}$/),
  });
  expect(await gateway.complete(forms[0]?.fields ?? {})).toMatchObject({
    txn: 'ESIGN-7',
    reason: 'signer_declined',
  });
});

test('the authority’s root page lists the test identities', async () => {
  const { get } = await aServer();
  const page = await get('/');
  expect(page.statusCode).toBe(200);
  for (const { name } of TEST_IDENTITIES) expect(page.body).toContain(name.replace("'", '&#39;'));
  for (const about of ['Signs after 20 seconds.', 'This identity is suspended.'])
    expect(page.body).toContain(about);
});

test('an authority that is down refuses requests and says so', async () => {
  const { get, post, refusalOf, request, faults, phone } = await aServer();
  faults.set({ fault: 'down', times: 1, delayMs: 0 });
  const fields = { ...(await request()) };
  const down = await refusalOf(post('/sign', fields));
  expect(down.statusCode).toBe(503);
  expect(readPage(down.body, 'http://a.example/').sentence).toMatch(/is down\. Nothing was signed/);
  expect(down.body).toContain('<a href="?lang=hi"');
  expect((await get('/refused/down?lang=hi')).body).toContain(HI.refusal.down);
  expect((await post('/sign', fields)).headers.location).toMatch(/^\/session\/[^/]+$/);
  expect(phone.messages()).toEqual([]);
});

test.each([
  ['/pki/test-root.cer', 'application/pkix-cert'],
  ['/pki/test-issuing-ca.cer', 'application/pkix-cert'],
  ['/pki/test-issuing-ca.crl', 'application/pkix-crl'],
])('%s is served as %s', async (url, type) => {
  const { get } = await aServer();
  const answer = await get(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
  expect(answer.rawPayload[0]).toBe(0x30);
});
