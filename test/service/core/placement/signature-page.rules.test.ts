import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  HEADING_HEIGHT,
  placeOnSignaturePage,
  SIGNATURE_PAGE_MARGIN,
  signaturePageSize,
} from '../../../../src/service/core/placement/place-block.rules.ts';

const A4 = { width: 595.28, height: 841.89, rotate: 0 } as const;

test.each([
  ['an A4 page', { width: 595, height: 842 }, { width: 595, height: 842 }],
  ['a landscape page', { width: 842, height: 595 }, { width: 842, height: 595 }],
  ['a receipt', { width: 226, height: 700 }, A4],
  ['a plan', { width: 2384, height: 1684 }, A4],
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

const side = fc.double({ min: 420, max: 1300, noNaN: true });

test('on every signature page, boxes are below the heading, inside the margins and apart', () => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 6 }), (width, height, count) => {
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
