import { afterAll, expect, test } from 'vitest';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import { outboxSignal } from '../../../src/service/core/outbox/queue-outbox.sql.ts';
import { poolOn } from '../../../src/service/store/embedded/pglite-pool.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { addEndpoint, rotateSecret } from '../../../src/service/webhooks/manage-endpoints.ts';
import { secretSeal } from '../../../src/service/webhooks/secret-seal.sql.ts';
import { asOwner } from '../../support/sign-in/callers.ts';
import { startInMemory } from '../../support/store/database.ts';

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
