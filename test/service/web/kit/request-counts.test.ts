import { afterAll, expect, test, vi } from 'vitest';
import {
  openRequestCounts,
  subjectOfAddress,
} from '../../../../src/service/web/kit/request-counts.ts';
import { openAnyStore } from '../../../support/store/any-store.ts';
import { openUnreachableStore } from '../../../support/store/interruptible-store.ts';

const store = await openAnyStore();
const unreachable = openUnreachableStore();
afterAll(async () => {
  await store.close();
  await unreachable.close();
});

/** A minute that lasts. */
const MINUTE = 1_800_000_000_000;
const at = () => MINUTE + 10_000;

test('a process refuses what goes beyond the limit of a minute, and says for how long', async () => {
  const counts = openRequestCounts(store, at);
  const limit = { name: 'link', max: 2 };
  expect([counts.count(limit, 'a'), counts.count(limit, 'a')]).toEqual([undefined, undefined]);
  expect(counts.count(limit, 'a')).toBe(50);
  expect(counts.count(limit, 'b')).toBeUndefined();
  expect(counts.count({ name: 'address', max: 2 }, 'a')).toBeUndefined();
  await counts.close();
});

test('amounts add up, and nothing is added by asking', async () => {
  const counts = openRequestCounts(store, at);
  const limit = { name: 'time', max: 100 };
  expect([counts.count(limit, 'a', 60), counts.count(limit, 'a', 0)]).toEqual([
    undefined,
    undefined,
  ]);
  expect([counts.count(limit, 'a', 40), counts.count(limit, 'a', 0)]).toEqual([
    undefined,
    undefined,
  ]);
  expect([counts.count(limit, 'a', 1), counts.count(limit, 'a', 0)]).toEqual([50, 50]);
  await counts.close();
});

test('another minute begins at nothing', async () => {
  let now = MINUTE;
  const counts = openRequestCounts(store, () => now);
  const limit = { name: 'link', max: 1 };
  expect([counts.count(limit, 'next'), counts.count(limit, 'next')]).toEqual([undefined, 60]);
  now += 59_999;
  expect(counts.count(limit, 'next')).toBe(1);
  now += 1;
  expect(counts.count(limit, 'next')).toBeUndefined();
  await counts.close();
});

test('processes add up what they counted, within seconds', async () => {
  const four = Array.from({ length: 4 }, () => openRequestCounts(store, at));
  const limit = { name: 'link', max: 8 };
  for (const counts of four) {
    expect(counts.count(limit, 'shared')).toBeUndefined();
    expect(counts.count(limit, 'shared')).toBeUndefined();
  }
  const [first] = four;
  await vi.waitUntil(() => first?.count(limit, 'shared') !== undefined, {
    timeout: 15_000,
    interval: 1000,
  });
  await Promise.all(four.map((counts) => counts.close()));
});

test('without the database each process counts its own', async () => {
  const counts = openRequestCounts(unreachable, at);
  const limit = { name: 'link', max: 3 };
  for (let request = 0; request < 3; request += 1) {
    expect(counts.count(limit, 'a')).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }
  expect(counts.count(limit, 'a')).toBeGreaterThan(0);
  await counts.close();
});

test('many processes add to the same counts at once', async () => {
  const minute = new Date(MINUTE);
  const keys = Array.from({ length: 50 }, (_, key) => key.toString(16).padStart(32, '0'));
  const added = (order: readonly string[]) => order.map((key) => ({ key, added: 1 }));
  const both = [keys, keys.toReversed()];
  const all = Array.from({ length: 10 }, (_, index) => both[index % 2] ?? []);
  await Promise.all(all.map((order) => store.addCounts(minute, added(order))));
  const totals = await store.addCounts(minute, added(keys));
  expect([...totals.values()]).toEqual(keys.map(() => 11));
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts for %s', (address, subject) => {
  expect(subjectOfAddress(address)).toBe(subject);
});
