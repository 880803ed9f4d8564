import { expect, test } from 'vitest';
import { canvasSize } from '../../../../../../src/service/web/pages/browser/reader/draw.ts';

test.each([
  ['a page on a desktop', { width: 700, height: 990, ratio: 1 }, { width: 700, height: 990 }],
  ['a page on a phone', { width: 310, height: 438, ratio: 3 }, { width: 620, height: 876 }],
  [
    'a screen that is zoomed out',
    { width: 700, height: 990, ratio: 0.5 },
    { width: 700, height: 990 },
  ],
])('%s is drawn sharp', (_, shown, size) => {
  expect(canvasSize(shown)).toEqual(size);
});

test.each([
  ['a page of 150 x 3000 points on a phone', { width: 310, height: 6200, ratio: 3 }],
  ['a page of 150 x 3000 points on a desktop', { width: 700, height: 14_000, ratio: 1 }],
  ['a page at four times its width', { width: 2800, height: 3960, ratio: 2 }],
  ['a banner', { width: 20_000, height: 40, ratio: 1 }],
  ['a thread', { width: 1, height: 100_000, ratio: 2 }],
])('%s is drawn within 8 megapixels and 8192 on a side, in its shape', (_, shown) => {
  const { width, height } = canvasSize(shown);
  expect(width * height).toBeLessThanOrEqual(8_000_000);
  expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
  if (width > 100) expect(width / height / (shown.width / shown.height)).toBeCloseTo(1, 1);
});
