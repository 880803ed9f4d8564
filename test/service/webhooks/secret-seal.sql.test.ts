import { afterAll, expect, test } from 'vitest';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import { outboxSignal } from '../../../src/service/core/outbox/queue-outbox.sql.ts';
import { poolOn } from '../../../src/service/store/embedded/pglite-pool.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { addEndpoint, rotateSecret } from '../../../src/service/webhooks/manage-endpoints.ts';
import { secretSeal } from '../../../src/service/webhooks/secret-seal.sql.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { startInMemory } from '../../support/store/database.ts';

const seal = secretSeal(Buffer.alloc(32, 1));

test('a secret is opened as it was sealed, and never sealed the same way twice', () => {
  const sealed = seal.seal('whsec_é😀', 'e1');
  expect(seal.open(sealed, 'e1')).toBe('whsec_é😀');
  expect(seal.seal('whsec_é😀', 'e1').equals(sealed)).toBe(false);
  expect(sealed.includes('whsec')).toBe(false);
});

test('a secret does not open for another row or with another key', () => {
  const sealed = seal.seal('whsec', 'e1');
  expect(() => seal.open(sealed, 'e2')).toThrow('The secret of e2');
  expect(() => secretSeal(Buffer.alloc(32, 2)).open(sealed, 'e1')).toThrow('another key');
});

test('a secret that was changed anywhere, or cut, does not open', () => {
  const sealed = seal.seal('whsec', 'e1');
  for (const [index] of sealed.entries()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => seal.open(changed, 'e1')).toThrow('changed since');
    expect(() => seal.open(sealed.subarray(0, index), 'e1')).toThrow('changed since');
  }
});

test('a former key opens what it sealed, and the newest seals', () => {
  const [old, newest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const ring = secretSeal(newest, [old]);
  const before = seal.seal('whsec', 'e1');
  expect(ring.open(before, 'e1')).toBe('whsec');
  expect([ring.isNewest(before), ring.isNewest(ring.seal('whsec', 'e1'))]).toEqual([false, true]);
  expect(secretSeal(newest).open(ring.seal('whsec', 'e1'), 'e1')).toBe('whsec');
  expect(() => secretSeal(newest).open(before, 'e1')).toThrow('another key');
});

test('what was sealed before keys had names opens with any key of the ring', () => {
  const sealed = seal.seal('whsec', 'e1').subarray(5);
  expect(seal.open(sealed, 'e1')).toBe('whsec');
  expect(seal.isNewest(sealed)).toBe(false);
  expect(secretSeal(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]).open(sealed, 'e1')).toBe('whsec');
});

test.each([0, 16, 31, 33])('a key of %i bytes is refused', (length) => {
  expect(() => secretSeal(Buffer.alloc(length))).toThrow(RangeError);
});

const db = await startInMemory();
const pool = poolOn(db);
const close = () => pool.end();
const [old, newest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const storeWith = (key: Buffer, former: Buffer[] = []) =>
  createStore({ pool, seal: secretSeal(key, former), signal: outboxSignal(), close });
afterAll(async () => {
  await pool.end();
  await db.close();
});

test('secrets move to the newest key, once, and the former one can then be dropped', async () => {
  const deps = { store: storeWith(old), clock: { now: () => new Date() } };
  const account = { name: 'Northwind Homes', credits: 0, subscription: 'active' } as const;
  const { accountId } = await createAccount(deps, account);
  const ids: string[] = [];
  for (const path of ['one', 'two']) {
    const url = `https://hooks.example.com/${path}`;
    ids.push((await addEndpoint(deps, asOwner(accountId), { url })).endpointId);
  }
  await rotateSecret(deps, asOwner(accountId), { endpointId: ids[0] ?? '', isNow: false });
  const before = await deps.store.listEndpoints(accountId);
  expect(before[0]?.nextSecret).toMatch(/./);

  const withoutOld = storeWith(newest);
  expect(await withoutOld.listUnopenedSecrets()).toEqual(ids);
  await expect(withoutOld.resealSecrets()).rejects.toThrow('another key');

  const ring = storeWith(newest, [old]);
  expect(await ring.listUnopenedSecrets()).toEqual([]);
  expect(await ring.resealSecrets()).toBe(2);
  expect(await ring.resealSecrets()).toBe(0);
  expect(await withoutOld.listUnopenedSecrets()).toEqual([]);
  expect(await withoutOld.listEndpoints(accountId)).toEqual(before);
});
