import { expect, test } from 'vitest';
import { brokenEntry } from '../../../../src/service/members/account-trail.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service } = await openApi();
const { store } = service.deps;

test('what a member asks for is in the trail before it is done, by a chain, without secrets', async () => {
  const { accountId } = await service.account();
  const owner = await aMember(service, { accountId });
  const other = await aMember(service, { accountId, role: 'support' });
  await owner.post('/dashboard/members/role', { user: other.userId, role: 'developer' });
  await owner.post('/dashboard/members', { email: 'ravi@example.in', role: 'support' });
  await owner.post('/dashboard/members/remove', { user: owner.userId });
  expect((await other.post('/dashboard/members', { email: 'x@example.in' })).statusCode).toBe(403);
  const trail = (await store.readTrail({ accountId })).reverse();
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
  const { accountId } = await service.account();
  const owner = await aMember(service, { accountId });
  await Promise.all(
    Array.from({ length: 8 }, () => owner.post('/dashboard/me/end', { session: owner.userId })),
  );
  const trail = (await store.readTrail({ accountId })).reverse();
  expect(trail.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(brokenEntry(trail)).toBeUndefined();
});
