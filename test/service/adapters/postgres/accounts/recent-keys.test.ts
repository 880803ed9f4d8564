import { expect, test } from 'vitest';
import type { FoundKey } from '../../../../../src/service/adapters/postgres/accounts/recent-keys.ts';
import {
  KEY_MEMORY_MS,
  recentKeys,
} from '../../../../../src/service/adapters/postgres/accounts/recent-keys.ts';

const hashOf = (index: number) => Buffer.from(`key ${index}`);

function keyOf(hash: Buffer): FoundKey {
  const account = {
    accountId: '7d9f1f0a-5a0c-4f0e-9f57-0d6a1c1f2b3c',
    name: 'Example Traders',
    subscription: 'active' as const,
    contactEmail: null,
    trialStartedAt: null,
  };
  return { account, hash, prefix: 'sk_test_1234' };
}

function setUp() {
  const known = new Map<string, FoundKey>();
  const asked: string[] = [];
  const clock = { now: 0 };
  const find = async (hash: Buffer) => {
    asked.push(String(hash));
    return known.get(String(hash));
  };
  const add = (index: number) => known.set(String(hashOf(index)), keyOf(hashOf(index)));
  return { known, asked, clock, add, findKey: recentKeys(find, () => clock.now) };
}

test('a key is looked up once in a second', async () => {
  const { add, asked, clock, findKey } = setUp();
  add(1);
  const first = await findKey(hashOf(1));
  clock.now = KEY_MEMORY_MS - 1;
  expect(await findKey(hashOf(1))).toBe(first);
  expect(asked).toEqual(['key 1']);
});

test('a revoked key is unknown when the second is over', async () => {
  const { known, add, clock, findKey } = setUp();
  add(1);
  await findKey(hashOf(1));
  known.clear();
  clock.now = KEY_MEMORY_MS;
  expect(await findKey(hashOf(1))).toBeUndefined();
});

test('a key made after it was asked for in vain works at once', async () => {
  const { add, findKey } = setUp();
  expect(await findKey(hashOf(1))).toBeUndefined();
  add(1);
  expect(await findKey(hashOf(1))).toEqual(keyOf(hashOf(1)));
});

test('one key is never answered for another', async () => {
  const { add, findKey } = setUp();
  add(1);
  await findKey(hashOf(1));
  expect(await findKey(hashOf(2))).toBeUndefined();
});

test('many keys push the oldest out, and the newest stay', async () => {
  const { add, asked, findKey } = setUp();
  const most = 1001;
  for (let index = 0; index < most; index += 1) {
    add(index);
    await findKey(hashOf(index));
  }
  await findKey(hashOf(most - 1));
  expect(asked).toHaveLength(most);
  await findKey(hashOf(0));
  expect(asked).toHaveLength(most + 1);
});
