import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rect } from '../../../../src/service/core/documents/place-block.rules.ts';
import {
  HEADING_HEIGHT,
  placeBlock,
  placeOnSignaturePage,
  SIGNATURE_PAGE_MARGIN,
  signaturePageSize,
} from '../../../../src/service/core/documents/place-block.rules.ts';
import { aBlank } from '../../../support/pdf/a-blank.ts';

const A4 = { width: 595, height: 842 };

const touch = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The lower left corners of a block's boxes, and their common size. */
function summary(boxes: readonly Rect[] | undefined) {
  if (!boxes?.[0]) return undefined;
  const { width, height } = boxes[0];
  return [`${width}x${height}`, ...boxes.map(({ x, y }) => `${x},${y}`)].join(' ');
}

const below = (y: number): Rect => ({ x: 0, y: 0, width: 595, height: y });
const above = (y: number): Rect => ({ x: 0, y, width: 595, height: 842 - y });

test.each<[string, Rect[], number, string | undefined]>([
  ['one on an empty page', [], 1, '140x110 56,56'],
  [
    'six, in reading order from the top of the block',
    [],
    6,
    '140x110 56,176 206,176 356,176 56,56 206,56 356,56',
  ],
  ['five, the last row begun at the left', [], 5, '140x110 56,176 206,176 356,176 56,56 206,56'],
  ['above a high footer', [below(60)], 1, '140x110 24,72'],
  [
    'beside a column of text',
    [{ x: 0, y: 0, width: 300, height: 842 }],
    2,
    '140x110 312,176 312,56',
  ],
  ['in smaller boxes where little is left', [above(130)], 2, '140x84 24,24 174,24'],
  ['in the smallest boxes', [above(100)], 3, '120x64 24,24 154,24 284,24'],
  ['nowhere, if only some of them fit', [above(100)], 5, undefined],
  ['nowhere, on a full page', [above(0)], 1, undefined],
  ['clear of one speck at the foot', [{ x: 100, y: 70, width: 1, height: 1 }], 1, '140x110 112,56'],
])('boxes go %s', (_, taken, count, expected) => {
  expect(summary(placeBlock(aBlank(A4, taken), [], count))).toBe(expected);
});

test('boxes stay clear of the rectangles of other signers', () => {
  const other = { x: 20, y: 20, width: 200, height: 120 };
  expect(summary(placeBlock(aBlank(A4), [other], 1))).toBe('140x110 228,56');
});

test('a page smaller than a box has no room', () => {
  expect(placeBlock(aBlank({ width: 100, height: 100 }), [], 1)).toBeUndefined();
});

test('a full page of a million points has no room', () => {
  const page = { width: 1e6, height: 1e6, columns: 600, rows: 600 };
  const taken = Buffer.alloc(45_000, 255).toString('base64');
  expect(placeBlock({ ...page, taken }, [], 6)).toBeUndefined();
});

const side = fc.integer({ min: 100, max: 1400 });
const rect = fc.record({
  x: fc.integer({ min: 0, max: 1300 }),
  y: fc.integer({ min: 0, max: 1300 }),
  width: fc.integer({ min: 1, max: 400 }),
  height: fc.integer({ min: 1, max: 400 }),
});
const rects = fc.array(rect, { maxLength: 8 });

test('boxes are inside the page, apart from each other, and on blank cells only', () => {
  fc.assert(
    fc.property(
      fc.record({ width: side, height: side }),
      rects,
      rects,
      fc.integer({ min: 1, max: 6 }),
      (size, taken, others, count) => {
        const boxes = placeBlock(aBlank(size, taken), others, count);
        if (boxes === undefined) return;
        expect(boxes).toHaveLength(count);
        for (const [index, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(24);
          expect(box.y).toBeGreaterThanOrEqual(24);
          expect(box.x + box.width).toBeLessThanOrEqual(size.width - 24);
          expect(box.y + box.height).toBeLessThanOrEqual(size.height - 24);
          const apart = [...taken, ...others, ...boxes.slice(index + 1)];
          expect(apart.some((other) => touch(box, other))).toBe(false);
        }
      },
    ),
  );
});

test.each([
  ['an A4 page', { width: 595, height: 842 }, { width: 595, height: 842 }],
  ['a landscape page', { width: 842, height: 595 }, { width: 842, height: 595 }],
  ['a receipt', { width: 226, height: 700 }, { width: 595.28, height: 841.89 }],
  ['a plan', { width: 2384, height: 1684 }, { width: 595.28, height: 841.89 }],
])('after %s comes a signature page that can be read', (_, last, expected) => {
  const size = signaturePageSize({ ...last, rotate: 90 });
  expect(size).toEqual({ ...expected, rotate: 0 });
});

test('six boxes go below the heading of an A4 page, three across and two down', () => {
  const boxes = placeOnSignaturePage({ width: 595, height: 842, rotate: 0 }, 6);
  expect(boxes.map(({ x, y }) => [x, y])).toEqual([
    [48, 612],
    [198, 612],
    [348, 612],
    [48, 492],
    [198, 492],
    [348, 492],
  ]);
});

const length = fc.double({ min: 420, max: 1300, noNaN: true });

test('on every signature page, boxes are below the heading, inside the margins and apart', () => {
  fc.assert(
    fc.property(length, length, fc.integer({ min: 1, max: 6 }), (width, height, count) => {
      const boxes = placeOnSignaturePage(signaturePageSize({ width, height, rotate: 0 }), count);
      expect(boxes).toHaveLength(count);
      for (const { x, y, ...box } of boxes) {
        expect(x).toBeGreaterThanOrEqual(SIGNATURE_PAGE_MARGIN);
        expect(x + box.width).toBeLessThanOrEqual(width - SIGNATURE_PAGE_MARGIN);
        expect(y).toBeGreaterThanOrEqual(SIGNATURE_PAGE_MARGIN - 1e-9);
        expect(y + box.height).toBeLessThanOrEqual(height - HEADING_HEIGHT + 1e-9);
      }
      const corners = new Set(boxes.map(({ x, y }) => `${x},${y}`));
      expect(corners.size).toBe(count);
    }),
  );
});
