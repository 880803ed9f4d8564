import { expect, test } from 'vitest';
import type { OutboxItem } from '../../../../src/service/domain/outbox.ts';
import { AHEAD_MS, OutboxPlaces } from '../../../../src/service/use-cases/outbox/outbox-places.ts';
import { deliveryTo } from '../../../support/open-sender.ts';

const itemsOf = (endpointId: string, count: number): OutboxItem[] =>
  Array.from({ length: count }, (_, n) => ({
    ...deliveryTo('https://hooks.example.com/'),
    kind: 'delivery',
    health: { noSuccessSince: new Date(0), failures: 0, failingSince: null },
    ...{ id: `${endpointId}${n}`, endpointId, seq: n, documentId: null, signerId: null },
    ...{ createdAt: new Date(0), step: 0, trigger: 'auto', resume: null, holder: 'ours' },
  }));

const idsOf = (items: readonly OutboxItem[]) => items.map(({ id }) => id);

test('four of a lane begin at once, and the next when one of them is over', () => {
  const places = new OutboxPlaces();
  const items = itemsOf('a', 6);
  places.add(items, 0);
  expect(idsOf(places.begin(0))).toEqual(['a0', 'a1', 'a2', 'a3']);
  expect(places.begin(0)).toEqual([]);
  expect(places.isAhead).toBe(true);
  places.end(items[1]!);
  expect(idsOf(places.begin(0))).toEqual(['a4']);
});

test('sixty-four of all lanes begin at once, whoever has waited longest first', () => {
  const places = new OutboxPlaces();
  for (let n = 0; n < 17; n += 1) places.add(itemsOf(`${n}-`, 4), n);
  const begun = places.begin(17);
  expect(begun).toHaveLength(64);
  expect(idsOf(begun).some((id) => id.startsWith('16-'))).toBe(false);
  places.end(begun[0]!);
  places.add(itemsOf('0-late', 1), 18);
  expect(idsOf(places.begin(18))).toEqual(['16-0']);
});

test('a lane that is full keeps nobody else from beginning', () => {
  const places = new OutboxPlaces();
  places.add([...itemsOf('a', 8), ...itemsOf('b', 1)], 0);
  expect(idsOf(places.begin(0))).toEqual(['a0', 'a1', 'a2', 'a3', 'b0']);
});

test('there is room for three times as many as there are places, but behind a try that takes long', () => {
  const places = new OutboxPlaces();
  expect(places.room(0)).toBe(192);
  places.add(itemsOf('a', 10), 0);
  places.begin(0);
  expect(places.room(0)).toBe(182);
  expect(places.underWay).toBe(4);
  expect(places.room(100)).toBe(174);
});

test('nothing is leased ahead once every place has a try that takes long', () => {
  const places = new OutboxPlaces();
  for (let n = 0; n < 16; n += 1) places.add(itemsOf(`${n}-`, 4), 0);
  places.begin(0);
  expect([places.room(99), places.room(100)]).toEqual([128, 0]);
});

test('a lane is slow while one of its tries takes long', () => {
  const places = new OutboxPlaces();
  const [slow, quick] = [itemsOf('a', 1), itemsOf('b', 1)];
  places.add([...slow, ...quick], 0);
  places.begin(0);
  expect(places.slowLanes(99)).toEqual([]);
  places.end(quick[0]!);
  expect(places.slowLanes(100)).toEqual(['a']);
  places.end(slow[0]!);
  expect(places.slowLanes(100)).toEqual([]);
});

test('what waits for too long, in a lane, or at all can be let go, and nothing under way', () => {
  const places = new OutboxPlaces();
  places.add([...itemsOf('a', 6), ...itemsOf('b', 5)], 0);
  places.begin(0);
  places.add(itemsOf('c', 5), 1);
  places.begin(1);
  expect(idsOf(places.dropLane('b'))).toEqual(['b4']);
  expect(idsOf(places.dropStale(AHEAD_MS))).toEqual(['a4', 'a5']);
  expect(idsOf(places.dropAll())).toEqual(['c4']);
  expect(places.isAhead).toBe(false);
  expect(places.underWay).toBe(12);
});

test('what is leased again while it is under way is not begun twice, and while it waits is replaced', () => {
  const places = new OutboxPlaces();
  const items = itemsOf('a', 5);
  places.add(items, 0);
  places.begin(0);
  const again = items.map((item) => ({ ...item, attempt: 2 }));
  places.add(again, 1);
  expect(places.begin(1)).toEqual([]);
  expect(places.room(1)).toBe(187);
  expect(places.dropAll()).toEqual([again[4]]);
});
