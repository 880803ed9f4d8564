import { expect, test } from 'vitest';
import { changeAccount } from '../../../../src/service/core/accounts/create-account.ts';
import { makeSigningWorld } from '../../../support/service/make-signing-world.ts';
import { aCaller } from '../../../support/service/signing-world.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const world = await makeSigningWorld();

test('settings that are not given stay as they were', async () => {
  const { account } = await aCaller(world);
  const before = await world.deps.store.findAccount(account.accountId);
  const first = await changeAccount(world.deps, asOwner(account.accountId), {
    message: 'Call us.',
  });
  expect(first).toEqual({ ...before, message: 'Call us.' });
  const second = await changeAccount(world.deps, asOwner(account.accountId), { linkDays: 7 });
  expect(second).toEqual({ ...first, linkDays: 7 });
  expect(await changeAccount(world.deps, asOwner(account.accountId), {})).toEqual(second);
  expect(await world.deps.store.findAccount(account.accountId)).toEqual(second);
});

test('an unknown account is not found', async () => {
  const changed = changeAccount(world.deps, asOwner('acc_unknown'), { linkDays: 7 });
  await expect(changed).rejects.toMatchObject({ code: 'not_found' });
});
