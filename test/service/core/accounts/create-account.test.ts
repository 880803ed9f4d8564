import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/service/core/accounts/account.rules.ts';
import {
  assertAccess,
  findCaller,
  hashApiKey,
} from '../../../../src/service/core/accounts/authenticate.ts';
import type { NewAccount } from '../../../../src/service/core/accounts/create-account.ts';
import {
  changeAccount,
  createAccount,
} from '../../../../src/service/core/accounts/create-account.ts';
import { crashAt, forEachCrash, untilCrash } from '../../../support/kills/crash-at.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const HOURS_72 = 72 * 3_600_000;

const world = await makeSigningWorld();

const create = (wishes: Partial<NewAccount> = {}) =>
  createAccount(world.deps, {
    name: 'Northwind Homes',
    credits: 25,
    subscription: 'active',
    ...wishes,
  });

async function callerOf(apiKey: string) {
  const caller = await findCaller(world.deps, hashApiKey(apiKey));
  assertAccess(world.deps, caller);
  return caller;
}

test('a new account has its credits, and its key lets in', async () => {
  const { accountId, apiKey } = await create();
  expect(apiKey).toMatch(/^sk_test_[A-Za-z0-9_-]{32}$/);
  const { account, keyPrefix } = await callerOf(apiKey);
  expect(account).toMatchObject({ accountId, subscription: 'active' });
  expect(await world.deps.store.findAccount(accountId)).toEqual({
    accountId,
    name: 'Northwind Homes',
    subscription: 'active',
    contactEmail: null,
    trialStartedAt: null,
    paidUntil: null,
    renewal: null,
    holdReason: null,
    logoHash: null,
    pendingReplyTo: null,
    replyAskedAt: null,
    erasedAt: null,
    ...DEFAULT_SETTINGS,
  });
  expect(keyPrefix).toBe(apiKey.slice(0, 12));
  expect(await world.deps.store.creditBalance(accountId)).toBe(25);
});

test('keys say whether they are live, and no two are alike', async () => {
  const made = await Promise.all([1, 2, 3].map(() => create({ keyKind: 'live' })));
  expect(made.every(({ apiKey }) => apiKey.startsWith('sk_live_'))).toBe(true);
  expect(new Set(made.map(({ apiKey }) => apiKey)).size).toBe(3);
  expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(3);
});

test('a trial begins when its account is made and lets in for 72 hours', async () => {
  const before = world.clock.now();
  const { apiKey } = await create({ subscription: 'trial' });
  const { trialStartedAt } = (await callerOf(apiKey)).account;
  expect(trialStartedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  world.clock.advance(HOURS_72 - 60_000);
  await callerOf(apiKey);
  world.clock.advance(60_000);
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'api_access_not_enabled' });
});

test('an account without subscription has a key that does not let in', async () => {
  const { apiKey } = await create({ subscription: 'none' });
  await expect(callerOf(apiKey)).rejects.toMatchObject({ code: 'api_access_not_enabled' });
});

test('a key made elsewhere works, and belongs to one account only', async () => {
  const apiKey = 'sk_test_made-elsewhere-0001';
  const { accountId } = await create({ apiKey });
  await expect(create({ apiKey })).rejects.toThrow();
  expect((await callerOf(apiKey)).account.accountId).toBe(accountId);
});

test.each(['before', 'after'] as const)(
  'a crash %s any step leaves an account with key and credits, or none',
  async (when) => {
    let trials = 0;
    const points = await forEachCrash({ when, ends: 'process' }, async (plan) => {
      trials += 1;
      const apiKey = `sk_test_${when}-${trials}`;
      const crashing = crashAt(world.deps, plan);
      const account = { name: 'Northwind Homes', credits: 5, subscription: 'active' } as const;
      await untilCrash(() => createAccount(crashing.deps, { ...account, apiKey }));
      const point = crashing.point();
      const caller = await callerOf(apiKey).catch(() => undefined);
      const isMade = point === undefined || point === 'after 1 store.transaction';
      expect(caller !== undefined, point).toBe(isMade);
      const { accountId = '' } = caller?.account ?? {};
      expect(await world.deps.store.creditBalance(accountId), point).toBe(isMade ? 5 : 0);
      return point;
    });
    expect(points.map((point) => point.split(' ')[2])).toEqual([
      'store.transaction',
      'tx.insertAccount',
      'tx.insertApiKey',
      'tx.grantCredits',
    ]);
  },
);

test.each([
  ['a name of control characters', { name: 'North\nwind' }],
  ['no name', { name: ' ' }],
  ['an address that is none', { name: 'Northwind', contactEmail: 'nobody' }],
])('an account with %s is refused', async (_, account) => {
  const created = create(account);
  await expect(created).rejects.toMatchObject({ code: 'invalid_request' });
});

test('settings that are not given stay as they were', async () => {
  const { account } = await aCaller(world);
  const before = await world.deps.store.findAccount(account.accountId);
  const owner = asOwner(account.accountId);
  const first = await changeAccount(world.deps, owner, { message: 'Call us.' });
  expect(first).toEqual({ ...before, message: 'Call us.' });
  const second = await changeAccount(world.deps, owner, { linkDays: 7 });
  expect(second).toEqual({ ...first, linkDays: 7 });
  expect(await changeAccount(world.deps, owner, {})).toEqual(second);
  expect(await world.deps.store.findAccount(account.accountId)).toEqual(second);
});

test('an unknown account is not found', async () => {
  const changed = changeAccount(world.deps, asOwner('acc_unknown'), { linkDays: 7 });
  await expect(changed).rejects.toMatchObject({ code: 'not_found' });
});
