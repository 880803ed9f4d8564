import { expect, test } from 'vitest';
import {
  addApiKey,
  listApiKeys,
  rollApiKey,
} from '../../../../src/service/core/accounts/api-keys.ts';
import type { Overlap } from '../../../../src/service/core/accounts/api-request.rules.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service } = await openApi();
const { deps } = service;

/** An account with a key of its own name, beside its first one. None is as old as another: lists have them by age. */
async function aKey(name = 'CRM') {
  const { accountId } = await service.account();
  service.advance(1);
  const key = await addApiKey(deps, asOwner(accountId), {
    kind: 'live',
    name,
    createdBy: 'operator',
  });
  service.advance(1);
  return key;
}

const roll = (key: { accountId: string; keyId: string }, overlap: Overlap) =>
  rollApiKey(deps, asOwner(key.accountId), {
    keyId: key.keyId,
    overlap,
    createdBy: 'member:usr_1',
  });

const statusOf = async (apiKey: string) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await service.app.inject({ url: '/api/v1/documents', headers })).statusCode;
};

test('a key that is rolled without overlap is refused by the next request', async () => {
  const former = await aKey();
  for (let request = 0; request < 3; request += 1) expect(await statusOf(former.apiKey)).toBe(200);
  const made = await roll(former, 'now');
  expect([await statusOf(former.apiKey), await statusOf(made.apiKey)]).toEqual([401, 200]);
});

test('a key is rolled once, also when two roll it at the same time', async () => {
  const former = await aKey();
  const both = await Promise.allSettled([roll(former, '1h'), roll(former, '7d')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(roll(former, 'now')).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await listApiKeys(deps, asOwner(former.accountId))).toHaveLength(3);
});

test('a key that has ended, or is another account’s, is not rolled', async () => {
  const former = await aKey();
  await roll(former, 'now');
  await expect(roll(former, '1h')).rejects.toThrow('The key is revoked');
  const foreign = { ...(await aKey()), accountId: former.accountId };
  await expect(roll(foreign, '1h')).rejects.toMatchObject({ code: 'not_found' });
});
