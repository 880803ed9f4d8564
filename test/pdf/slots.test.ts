import { expect, test } from 'vitest';
import type { FieldRect, PageSize } from '../../src/pdf/geometry.ts';
import { assignSlots, defaultSlot, outsidePage, overlaps } from '../../src/pdf/slots.ts';

const A4: PageSize = { width: 595, height: 842, rotate: 0 };
const sizes: PageSize[] = [
  A4,
  { width: 842, height: 595, rotate: 90 },
  { width: 612, height: 792, rotate: 0 },
  { width: 300, height: 200, rotate: 0 },
  { width: 72, height: 72, rotate: 0 },
  { width: 10, height: 3000, rotate: 0 },
];

function apart(rects: readonly FieldRect[]): boolean {
  return rects.every((a, i) => rects.every((b, j) => i === j || !overlaps(a, b)));
}

test.each(sizes)('six default slots lie on a page of $width × $height without overlap', (page) => {
  for (let count = 1; count <= 6; count++) {
    const slots = Array.from({ length: count }, (_, index) =>
      defaultSlot([A4, page], index + 1, count),
    );
    expect(slots.every((slot) => slot.page === 2 && !outsidePage(slot, page))).toBe(true);
    expect(apart(slots)).toBe(true);
  }
});

test('a slot has its full size where the page has room', () => {
  expect(defaultSlot([A4], 1, 1)).toMatchObject({ width: 140, height: 110 });
});

test('signers read from the top left to the bottom right', () => {
  const slots = [1, 3, 4, 6].map((order) => defaultSlot([A4], order, 6));
  expect(slots[0]!.y).toBeGreaterThan(slots[2]!.y);
  expect(slots[1]!.x).toBeGreaterThan(slots[0]!.x);
  expect(slots[0]!.x).toBe(slots[2]!.x);
});

test('a seventh signer, and a document without pages, have no slot', () => {
  expect(() => defaultSlot([A4], 7, 7)).toThrow(RangeError);
  expect(() => defaultSlot([], 1, 1)).toThrow(RangeError);
});

test('a default slot makes way for a place that another signer was given', () => {
  const given: FieldRect = { page: 1, x: 0, y: 0, width: 595, height: 300 };
  const assigned = assignSlots([A4], [[given], [], []]).flat();
  expect(assigned).toHaveLength(3);
  expect(apart(assigned)).toBe(true);
  expect(assigned.every((rect) => !outsidePage(rect, A4))).toBe(true);
});

test('a last page covered all over sends the slot to an earlier page', () => {
  const given: FieldRect = { page: 2, x: 0, y: 0, width: 595, height: 842 };
  const assigned = assignSlots([A4, A4], [[given], []]);
  expect(assigned[1]?.[0]?.page).toBe(1);
});

test('a document covered all over keeps the default slot', () => {
  const given: FieldRect = { page: 1, x: 0, y: 0, width: 595, height: 842 };
  expect(assignSlots([A4], [[given], []])[1]).toEqual([defaultSlot([A4], 2, 2)]);
});

test('half a point beyond the page is not outside, more is', () => {
  const at = (x: number, y: number) => ({ page: 1, x, y, width: 140, height: 110 });
  expect(outsidePage(at(455.5, 732.5), A4)).toBe(false);
  expect(outsidePage(at(455.6, 0), A4)).toBe(true);
  expect(outsidePage(at(0, 732.6), A4)).toBe(true);
  expect(outsidePage(at(-0.6, 0), A4)).toBe(true);
  expect(outsidePage(at(0, -0.6), A4)).toBe(true);
});
