import { expect, test } from 'vitest';
import { MAIL_LIMITS } from '../../../../src/service/core/mails/queue-mails.ts';
import { DEFAULT_QUOTAS } from '../../../../src/service/core/quotas.rules.ts';
import { brokenEntry } from '../../../../src/service/members/account-trail.rules.ts';
import { addMember } from '../../../../src/service/members/change-members.ts';
import { SUDO_MS } from '../../../../src/service/members/sign-in/session.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { mailsOf } from '../../../support/service/due-mails.ts';
import { aMember, cookieIn, OWN_FORM } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service } = await openApi();
const { app, deps } = service;

async function anAccount() {
  const { accountId } = await service.account();
  return { accountId, owner: await aMember(service, { accountId }) };
}

const rolesOf = async (accountId: string) =>
  Object.fromEntries(
    (await deps.store.listMembers(accountId)).map(({ email, role }) => [email, role]),
  );

test('an invited member gets a mail that leads to the sign-in, and the role that was chosen', async () => {
  const { accountId, owner } = await anAccount();
  const invite = (role: string) =>
    owner.post('/dashboard/members', { email: 'Ravi@example.in', role });
  expect((await invite('support')).headers.location).toBe('/dashboard/members');
  expect(await rolesOf(accountId)).toMatchObject({ 'Ravi@example.in': 'support' });
  const [mail] = await mailsOf(deps);
  expect(mail).toMatchObject({ kind: 'invitation', to: 'Ravi@example.in' });
  expect(mail?.text).toContain('http://esign.example.in/dashboard/sign-in');
  expect(mail?.text).toContain('Northwind Homes');
  await owner.post('/dashboard/members', { email: 'ravi@example.in', role: 'owner' });
  expect(await rolesOf(accountId)).toMatchObject({ 'Ravi@example.in': 'support' });
  expect((await invite('king')).statusCode).toBe(400);
  const refused = await owner.post('/dashboard/members', { email: 'nobody', role: 'support' });
  expect(refused.body).toContain('Enter an email address');
});

test('an account has a number of members, whoever is invited at a time, and keeps the ones that it has', async () => {
  const { accountId, owner } = await anAccount();
  const few = { ...deps, quotas: { ...DEFAULT_QUOTAS, members: 3 } };
  const add = (name: string) =>
    addMember(few, asOwner(accountId), { email: `${name}@example.in`, role: 'support' });
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(add));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.code, reason.message])).toEqual(
    Array(2).fill([
      'invalid_state',
      'There are 3 members already, and at most 3 are allowed. Remove one first.',
    ]),
  );
  const [, known] = await deps.store.listMembers(accountId);
  await addMember(few, asOwner(accountId), { email: String(known?.email), role: 'developer' });
  expect((await owner.get('/dashboard/members')).body).toContain('3 of at most 100 members');
});

test('an address is invited five times an hour, whoever invites; the next one is told when, and no member is added', async () => {
  const email = 'stranger@example.in';
  const inviters = [await anAccount(), await anAccount()] as const;
  const invite = (owner: (typeof inviters)[number]['owner'], to = email) =>
    owner.post('/dashboard/members', { email: to, role: 'support' });
  for (let sent = 0; sent < MAIL_LIMITS.hour; sent += 1) {
    const { statusCode } = await invite(inviters[sent % 2 === 0 ? 0 : 1].owner);
    expect(statusCode).toBe(303);
  }
  const third = await anAccount();
  for (const { owner } of [...inviters, third]) {
    const { statusCode, body } = await invite(owner, 'STRANGER@example.in');
    expect([statusCode, body]).toEqual([
      409,
      expect.stringMatching(/gets no more mails .* from all senders together.* Try again after/),
    ]);
  }
  expect(Object.keys(await rolesOf(third.accountId))).toHaveLength(1);
  const mails = await mailsOf(deps);
  expect(mails.filter(({ to }) => to === email)).toHaveLength(MAIL_LIMITS.hour);
});

test('an account causes fifty such mails an hour, to whomever', async () => {
  const { owner } = await anAccount();
  const invite = (name: string) =>
    owner.post('/dashboard/members', { email: `${name}@example.in`, role: 'support' });
  for (let sent = 0; sent < MAIL_LIMITS.account; sent += 1) {
    expect((await invite(`many-${sent}`)).statusCode).toBe(303);
  }
  expect((await invite('one-more')).body).toContain('Your account has sent 50 invitations');
  await mailsOf(deps);
});

test('a role that changes, or a member who leaves, counts at once', async () => {
  const { accountId, owner } = await anAccount();
  const other = await aMember(service, { accountId, role: 'owner' });
  expect((await other.get('/dashboard/members')).statusCode).toBe(200);
  await owner.post('/dashboard/members/role', { user: other.userId, role: 'support' });
  expect((await other.get('/dashboard/members')).statusCode).toBe(403);
  await owner.post('/dashboard/members/remove', { user: other.userId });
  expect((await other.get('/dashboard')).statusCode).toBe(303);
});

test('the only owner of an account stays its owner', async () => {
  const { accountId, owner } = await anAccount();
  const { userId: user } = owner;
  const demoted = await owner.post('/dashboard/members/role', { user, role: 'support' });
  expect([demoted.statusCode, demoted.body]).toEqual([
    409,
    expect.stringContaining('An account needs an owner.'),
  ]);
  expect((await owner.post('/dashboard/members/remove', { user })).statusCode).toBe(409);
  const second = await aMember(service, { accountId });
  await Promise.all([
    owner.post('/dashboard/members/remove', { user: second.userId }),
    second.post('/dashboard/members/remove', { user }),
  ]);
  const owners = Object.values(await rolesOf(accountId)).filter((role) => role === 'owner');
  expect(owners.length).toBeGreaterThanOrEqual(1);
});

test('ten minutes after the sign-in, members are changed only after a mailed code', async () => {
  const { accountId, owner } = await anAccount();
  const invite = { email: 'late@example.in', role: 'support' };
  service.advance(SUDO_MS);
  const refused = await owner.post('/dashboard/members', invite);
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    expect.stringContaining('Confirm that it is you'),
  ]);
  const asked = await owner.post('/dashboard/confirm');
  const id = new URL(String(asked.headers.location), 'http://x').searchParams.get('id') ?? '';
  const mails = await mailsOf(deps);
  const code = /code (\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const wrong = await owner.post('/dashboard/confirm/code', { id, code: 'x' });
  expect(wrong.statusCode).toBe(400);
  const confirmed = await owner.post('/dashboard/confirm/code', { id, code });
  const cookie = cookieIn(confirmed);
  expect(cookie).not.toBe(owner.cookie);
  expect((await owner.get('/dashboard')).statusCode).toBe(303);
  const { body } = await app.inject({ url: '/dashboard/members', headers: { cookie } });
  const key = /name="form_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
  await app.inject({
    method: 'POST',
    url: '/dashboard/members',
    headers: { cookie, ...OWN_FORM },
    payload: new URLSearchParams({ form_key: key, ...invite }).toString(),
  });
  expect(await rolesOf(accountId)).toMatchObject({ 'late@example.in': 'support' });
});

test('a member of two accounts goes from one to the other, and to no third', async () => {
  const { accountId, owner } = await anAccount();
  const { accountId: second } = await service.account({ name: 'Southwind' });
  const { accountId: third } = await service.account({ name: 'Eastwind' });
  const [{ email = '' } = {}] = await deps.store.listMembers(accountId);
  await addMember(deps, asOwner(second), { email, role: 'support' });
  await owner.post('/dashboard/me/account', { account: second });
  expect((await owner.get('/dashboard')).body).toContain('Southwind');
  expect((await owner.post('/dashboard/me/account', { account: third })).statusCode).toBe(404);
  expect((await owner.get('/dashboard')).body).toContain('Southwind');
});

test('what a member asks for is in the trail before it is done, by a chain, without secrets', async () => {
  const { accountId, owner } = await anAccount();
  const other = await aMember(service, { accountId, role: 'support' });
  await owner.post('/dashboard/members/role', { user: other.userId, role: 'developer' });
  await owner.post('/dashboard/members', { email: 'ravi@example.in', role: 'support' });
  await owner.post('/dashboard/members/remove', { user: owner.userId });
  expect((await other.post('/dashboard/members', { email: 'x@example.in' })).statusCode).toBe(403);
  const trail = (await deps.store.readTrail({ accountId })).reverse();
  expect(trail).toMatchObject([
    { action: '/dashboard/members/role', target: { user: other.userId, role: 'developer' } },
    { action: '/dashboard/members', target: { role: 'support' }, userId: owner.userId },
    { action: '/dashboard/members/remove', requestId: expect.stringMatching(/^req_/) },
  ]);
  expect(brokenEntry(trail)).toBeUndefined();
  expect(JSON.stringify(trail)).not.toMatch(/@|form_key/);

  const page = await owner.get('/dashboard/audit');
  expect(page.body).toContain('members/role');
  expect(page.body).toContain('owner-');
  expect((await owner.get('/dashboard/audit?before=2')).body).not.toContain('members/remove');
  expect((await owner.get('/dashboard/audit?before=x')).statusCode).toBe(200);
});

test('members who ask at once stand one behind the other in the trail', async () => {
  const { accountId, owner } = await anAccount();
  await Promise.all(
    Array.from({ length: 8 }, () => owner.post('/dashboard/me/end', { session: owner.userId })),
  );
  const trail = (await deps.store.readTrail({ accountId })).reverse();
  expect(trail.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(brokenEntry(trail)).toBeUndefined();
});
