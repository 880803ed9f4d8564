import { expect, test } from 'vitest';
import { chainFault } from '../../../src/contract/audit-chain.ts';
import { readEntry } from '../../../src/service/core/evidence/audit-personal.rules.ts';
import { addAccount, addDocument, aFact, at } from './store-builders.ts';
import type { Given } from './verify-document-store.ts';

export function verifyAudit(given: Given): void {
  test('a trail is chained over transactions and holds when it is read back', async () => {
    const store = given();
    const { documentId } = await addDocument(store, await addAccount(store));
    await store.transaction((tx) => tx.appendAudit(documentId, [aFact({ n: 1 }), aFact()]));
    await store.transaction(async (tx) => {
      await tx.lockDocument(documentId);
      await tx.appendAudit(documentId, [aFact({ n: 3 })]);
      await tx.appendAudit(documentId, []);
    });
    const trail = await store.readAudit(documentId);
    expect(trail.map(readEntry).map(({ seq, data }) => [seq, data])).toEqual([
      [1, { n: 1 }],
      [2, {}],
      [3, { n: 3 }],
    ]);
    expect(chainFault(trail)).toBeUndefined();
  });

  test('any data keeps the chain whole: dates, blanks, scripts, escapes, big and small numbers', async () => {
    const store = given();
    const { documentId } = await addDocument(store, await addAccount(store));
    const data = {
      when: at(7),
      missing: undefined,
      name: 'अनिता "शर्मा"\u0000\u2028\ud800',
      numbers: [1.0, 1e21, 1e-7, -0, 123456789012345680000, 0.1 + 0.2],
      z: { b: 1, a: [null, true] },
    };
    await store.transaction((tx) => tx.appendAudit(documentId, [aFact(data), aFact()]));
    const trail = await store.readAudit(documentId);
    expect(chainFault(trail)).toBeUndefined();
    expect(readEntry(trail[0]!).data).toEqual(JSON.parse(JSON.stringify(data)));
  });

  test('an entry keeps who did it and from where', async () => {
    const store = given();
    const { documentId } = await addDocument(store, await addAccount(store));
    const origin = {
      actor: 'signer:s1',
      ip: '2001:db8::1',
      userAgent: 'Mozilla/5.0 (X11; Linux)',
      requestId: 'req-1',
    };
    const fact = { type: 'link.opened' as const, at: at(512), origin, data: {} };
    await store.transaction((tx) => tx.appendAudit(documentId, [fact]));
    const trail = await store.readAudit(documentId);
    expect(trail.map(readEntry)).toMatchObject([
      { ...origin, type: 'link.opened', at: '2026-11-20T12:00:00.512Z', seq: 1 },
    ]);
    const salts = Object.values(trail[0]?.v === 2 ? trail[0].personal : {}).map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(2);
    for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a personal value comes back as it was, whatever it looks like', async () => {
    const store = given();
    const { documentId } = await addDocument(store, await addAccount(store));
    const values = [
      '123',
      '"quoted"',
      'null',
      '{"a":1}',
      '',
      ' \u0000\u2028\ud800 अनिता',
      7,
      [null],
    ];
    const facts = values.map((name) => aFact({ name }));
    await store.transaction((tx) => tx.appendAudit(documentId, facts));
    const trail = await store.readAudit(documentId);
    expect(chainFault(trail)).toBeUndefined();
    expect(trail.map(readEntry).map(({ data }) => data.name)).toEqual(values);
  });
}
