import { expect, test } from 'vitest';
import { SandboxPayments } from '../../../../src/service/adapters/payments/sandbox-payments.ts';
import { openShop } from '../../../support/payments/open-shop.ts';
import { apiUser } from '../../../support/service/call-service.ts';
import { aMember, OWN_FORM } from '../../../support/sign-in/a-member.ts';

const shop = await openShop((clock) => new SandboxPayments({ clock }));
const account = await shop.account({ subscription: 'active', credits: 10 });
const owner = await aMember(shop, account);
const SIGNER = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };
const { documentId } = await apiUser(shop, account).send(SIGNER);
const key = (await owner.post('/dashboard/keys', { name: 'CRM' })).body;
const [keyPath = ''] = /\/dashboard\/keys\/key_\w+/.exec(key) ?? [];
const hook = (await owner.post('/dashboard/webhooks', { url: 'http://127.0.0.1:9/' })).body;
const [hookPath = ''] = /\/dashboard\/webhooks\/whe_\w+/.exec(hook) ?? [];
const CREDITS = '/dashboard/credits';
const PROFILE = { legalName: 'Rao & Co', address: '1 Lane', state: '29', gstin: '', email: '' };

/** Of the one field that has a problem. */
const fieldOf = (body: string) =>
  /<(?:input|select|textarea) [^>]*aria-invalid="true"[^>]*>[^<]*/.exec(body)?.[0] ?? '';

/** Form, what is typed, the field that is wrong, and what its control shows. */
test.each([
  ['/dashboard/webhooks', { url: 'ftp://127.0.0.1/' }, 'url', 'value="ftp://127.0.0.1/"'],
  ['/dashboard/members', { email: 'asha', role: 'developer' }, 'email', 'value="asha"'],
  ['/dashboard/members', { email: 'asha@example.in', role: 'king' }, 'role', '<select'],
  ['/dashboard/keys', { name: '\u202e' }, 'name', 'value="\u202e"'],
  [`${keyPath}/revoke`, {}, 'confirm', 'type="checkbox"'],
  [`${keyPath}/roll`, { overlap: 'for ever' }, 'overlap', '<select'],
  [`${hookPath}/recover`, { since: 'toString' }, 'since', '<select'],
  [`${hookPath}/remove`, {}, 'confirm', 'type="checkbox"'],
  [`${CREDITS}/buy`, { credits: '9' }, 'credits', 'value="9"'],
  [`${CREDITS}/profile`, { ...PROFILE, legalName: ' ' }, 'legalName', 'value=" "'],
  [`${CREDITS}/profile`, { ...PROFILE, address: '' }, 'address', '<textarea'],
  [`${CREDITS}/profile`, { ...PROFILE, state: '00' }, 'state', '<select'],
  [`${CREDITS}/profile`, { ...PROFILE, gstin: '29AAB' }, 'gstin', 'value="29AAB"'],
  [`${CREDITS}/profile`, { ...PROFILE, email: 'me' }, 'email', 'value="me"'],
  [`/dashboard/documents/${documentId}/withdraw`, { reason: '  ' }, 'reason', '>  '],
  ['/dashboard/settings', { name: 'Northwind', helpUrl: 'help' }, 'helpUrl', 'value="help"'],
  ['/dashboard/settings/reply-to', { replyTo: 'office' }, 'replyTo', 'value="office"'],
])('%s with %j says what is wrong beside the field %s', async (path, typed, name, shown) => {
  const { statusCode, body } = await owner.post(path, typed);
  expect(statusCode).toBe(400);
  const field = fieldOf(body);
  expect(field).toContain(`name="${name}"`);
  expect(field).toContain(`id="field-${name}"`);
  expect(field).toContain(`aria-describedby="problem-${name}" autofocus`);
  expect(field).toContain(shown);
  const [, problem] =
    new RegExp(`<p class="problem" id="problem-${name}">([^<]+)`).exec(body) ?? [];
  expect(body).toContain(`<li><a href="#field-${name}">${problem}</a></li>`);
  expect(body).not.toContain('Go back');
});

test('all wrong settings are named at once, and the first takes the focus', async () => {
  const wrong = { name: '', colour: '#ffff00', helpUrl: 'help', linkDays: '0', names: 'flag' };
  const { body } = await owner.post('/dashboard/settings', wrong);
  const named = [...body.matchAll(/<a href="#field-(\w+)">/g)].map(([, name]) => name);
  expect(named).toEqual(['name', 'helpUrl', 'linkDays', 'colour']);
  expect(body).toContain('Check these 4 fields:');
  expect(body.match(/ autofocus/g)).toHaveLength(1);
  expect(fieldOf(body)).toContain('name="name"');
});

test('all wrong fields of a billing profile are named at once', async () => {
  const wrong = { legalName: '', address: 'x'.repeat(501), state: '00', gstin: '2', email: 'me' };
  const { body } = await owner.post(`${CREDITS}/profile`, wrong);
  const named = [...body.matchAll(/<a href="#field-(\w+)">/g)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(PROFILE));
});

test('a choice beside the wrong field stays as it was made', async () => {
  const events = { url: 'mailto:a@example.in', 'signer.declined': 'yes' };
  const { body } = await owner.post('/dashboard/webhooks', events);
  expect(body).toContain('name="signer.declined" value="yes" checked');
  const invited = await owner.post('/dashboard/members', { email: 'asha', role: 'developer' });
  expect(invited.body).toMatch(
    /<option value="developer" selected>Developer<\/option>[^/]*\/option>[^/]*\/select><\/label><button>Invite/,
  );
});

test('a rule about the whole form stands above it, with what was typed', async () => {
  const repeated = { replyTo: 'office@example.in' };
  expect((await owner.post('/dashboard/settings/reply-to', repeated)).statusCode).toBe(303);
  const { body } = await owner.post('/dashboard/settings/reply-to', repeated);
  expect(body).toContain('less than');
  expect(body).toContain('value="office@example.in" id="field-replyTo"');
});

const signIn = (path: string, fields: Record<string, string>) =>
  shop.app.inject({
    method: 'POST',
    url: `/dashboard/sign-in${path}`,
    headers: OWN_FORM,
    payload: new URLSearchParams(fields).toString(),
  });

test('a mistyped address is said to be none before anything is sent', async () => {
  const { statusCode, body } = await signIn('', { email: 'asha@', to: '/dashboard/me' });
  expect(statusCode).toBe(400);
  expect(fieldOf(body)).toContain('value="asha@" required autocomplete="email" id="field-email"');
  expect(body).toContain('name="to" value="/dashboard/me"');
});

test('a wrong code is not shown again', async () => {
  const { statusCode, body } = await signIn('/code', { id: documentId, code: '123456' });
  expect(statusCode).toBe(400);
  expect(fieldOf(body)).toContain('id="field-code"');
  expect(body).not.toContain('123456');
});
