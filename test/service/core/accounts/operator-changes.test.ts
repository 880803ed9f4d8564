import { expect, test } from 'vitest';
import { grantCredits, setSubscription } from '../../../../src/service/billing/grant-access.ts';
import {
  addApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../../src/service/core/accounts/api-keys.ts';
import {
  assertAccess,
  findCaller,
  hashApiKey,
} from '../../../../src/service/core/accounts/authenticate.ts';
import { asOperator } from '../../../../src/service/core/permissions.rules.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const world = await makeSigningWorld();
const { deps } = world;
/** Its key is older than those that follow: lists have them by age. */
const anAccount = async () => {
  const { accountId } = (await aCaller(world)).account;
  world.clock.advance(1);
  return accountId;
};

const UNKNOWN = 'acc_unknown';

test('a key that is added opens the account until it is revoked by its prefix', async () => {
  const accountId = await anAccount();
  const { apiKey } = await addApiKey(deps, asOwner(accountId), {
    kind: 'live',
    createdBy: 'operator',
  });
  expect(apiKey).toMatch(/^sk_live_[\w-]{32}$/);
  const prefix = apiKey.slice(0, 12);
  const caller = await findCaller(deps, hashApiKey(apiKey));
  assertAccess(deps, caller);
  expect(caller).toMatchObject({ account: { accountId }, keyPrefix: prefix });
  const revoked = await revokeApiKey(deps, asOwner(accountId), prefix);
  expect(revoked.revokedAt).toBeInstanceOf(Date);
  await expect(findCaller(deps, hashApiKey(apiKey))).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(await listApiKeys(deps, asOwner(accountId))).toMatchObject([
    { revokedAt: null },
    { prefix, revokedAt: expect.any(Date) },
  ]);
});

test('a key is revoked by its text, once, and only by the account that it belongs to', async () => {
  const accountId = await anAccount();
  const { apiKey } = await addApiKey(deps, asOwner(accountId), {
    kind: 'test',
    createdBy: 'operator',
  });
  const other = asOwner(await anAccount());
  await expect(revokeApiKey(deps, other, apiKey)).rejects.toMatchObject({ code: 'not_found' });
  await revokeApiKey(deps, asOwner(accountId), apiKey);
  const again = revokeApiKey(deps, asOwner(accountId), apiKey);
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
});

test('a key is called by its name, and revoked by its id', async () => {
  const accountId = await anAccount();
  const named = { kind: 'test', createdBy: 'operator', name: ' CRM, Pune ' } as const;
  const { keyId } = await addApiKey(deps, asOwner(accountId), named);
  expect(await listApiKeys(deps, asOwner(accountId))).toMatchObject([
    {},
    { keyId, name: 'CRM, Pune' },
  ]);
  expect(await revokeApiKey(deps, asOwner(accountId), keyId)).toMatchObject({ keyId });
});

test.each([
  ['nothing', ' '],
  ['81 characters', 'x'.repeat(81)],
  ['two lines', 'CRM\nPune'],
  ['no text', 1],
])('a key is not called by %s', async (_what, name) => {
  const accountId = await anAccount();
  const added = addApiKey(deps, asOwner(accountId), { kind: 'test', createdBy: 'operator', name });
  await expect(added).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await listApiKeys(deps, asOwner(accountId))).toHaveLength(1);
});

test('two keys that begin alike are told apart by their whole text', async () => {
  const accountId = await anAccount();
  const createdAt = deps.clock.now();
  for (const byte of [1, 2]) {
    const about = { keyId: `key_${byte}`, name: null, createdBy: null, prefix: 'sk_test_same' };
    const key = { ...about, accountId, hash: Buffer.alloc(32, byte), createdAt };
    await deps.store.transaction((tx) => tx.insertApiKey(key));
  }
  const revoked = revokeApiKey(deps, asOwner(accountId), 'sk_test_same');
  await expect(revoked).rejects.toMatchObject({ code: 'invalid_request' });
});

test('granted credits stand in the balance and in the list of accounts', async () => {
  const accountId = await anAccount();
  const granted = await grantCredits(deps, asOperator(accountId), 5);
  expect(granted).toEqual({ accountId, credits: 5, creditsRemaining: 15 });
  const listed = (await deps.store.listAccounts()).find((one) => one.accountId === accountId);
  expect(listed).toMatchObject({ name: 'Northwind Homes', credits: 15 });
});

test.each([0, -1, 1.5, 1_000_001, Number.NaN])('%s credits are not granted', async (credits) => {
  const accountId = await anAccount();
  const granted = grantCredits(deps, asOperator(accountId), credits);
  await expect(granted).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await deps.store.creditBalance(accountId)).toBe(10);
});

test('an account has one trial', async () => {
  const accountId = await anAccount();
  const operator = asOperator(accountId);
  expect(await setSubscription(deps, operator, 'trial')).toMatchObject({
    trialStartedAt: expect.any(Date),
  });
  await setSubscription(deps, operator, 'none');
  await expect(setSubscription(deps, operator, 'trial')).rejects.toMatchObject({
    code: 'invalid_state',
  });
  expect(await deps.store.findAccount(accountId)).toMatchObject({ subscription: 'none' });
});

test.each([
  [
    'adding a key',
    () => addApiKey(deps, asOwner(UNKNOWN), { kind: 'test', createdBy: 'operator' }),
  ],
  ['listing its keys', () => listApiKeys(deps, asOwner(UNKNOWN))],
  ['revoking a key', () => revokeApiKey(deps, asOwner(UNKNOWN), 'sk')],
  ['granting credits', () => grantCredits(deps, asOperator(UNKNOWN), 1)],
  ['setting its subscription', () => setSubscription(deps, asOperator(UNKNOWN), 'active')],
])('%s of an account that does not exist finds none', async (_what, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'not_found' });
});
