import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Side } from '../../../../src/pdf/reading/words/beside-words.ts';
import { rectBeside } from '../../../../src/pdf/reading/words/beside-words.ts';

const page = { width: 600, height: 800 };
const size = { width: 140, height: 110 };
/** Words that end one line and begin the next. */
const wrapped = [
  { x: 400, y: 412, width: 100, height: 12 },
  { x: 60, y: 400, width: 50, height: 12 },
];

const CASES: ReadonlyArray<readonly [Side, number, number]> = [
  ['below', 60, 286],
  ['above', 400, 428],
  ['right', 114, 400],
  ['over', 60, 400],
];

test.each(CASES)('a rectangle %s words', (side, x, y) => {
  expect(rectBeside(wrapped, side, { size, page })).toEqual({ x, y, ...size });
});

test.each([
  ['below words at the foot', 'below', { x: 60, y: 100, width: 50, height: 12 }],
  ['above words at the head', 'above', { x: 60, y: 700, width: 50, height: 12 }],
  ['to the right of words at the edge', 'right', { x: 430, y: 400, width: 50, height: 12 }],
] as const)('there is no room %s', (_, side, box) => {
  expect(rectBeside([box], side, { size, page })).toBeUndefined();
});

test('a rectangle moves along the words to stay on the page', () => {
  const box = { x: 540, y: 400, width: 50, height: 12 };
  expect(rectBeside([box], 'below', { size, page })?.x).toBe(460);
  expect(rectBeside([{ ...box, y: 750 }], 'over', { size, page })?.y).toBe(690);
});

test.each([
  ['the foot', 'below', { x: 0, y: 114, width: 50, height: 12 }, { x: 0, y: 0 }],
  ['the head', 'above', { x: 0, y: 674, width: 50, height: 12 }, { x: 0, y: 690 }],
  ['the right edge', 'right', { x: 406, y: 0, width: 50, height: 12 }, { x: 460, y: 0 }],
] as const)('a rectangle may reach %s of the page', (_, side, box, corner) => {
  expect(rectBeside([box], side, { size, page })).toEqual({ ...corner, ...size });
});

test('a page that is too small has no room', () => {
  const small = { width: 100, height: 800 };
  expect(rectBeside(wrapped, 'over', { size, page: small })).toBeUndefined();
});

test('every rectangle is on the page', () => {
  const number = (max: number) => fc.double({ min: 0, max, noNaN: true });
  const box = fc.record({ x: number(900), y: number(900), width: number(200), height: number(40) });
  const side = fc.constantFrom<Side>('below', 'above', 'right', 'over');
  fc.assert(
    fc.property(box, side, (one, where) => {
      const rect = rectBeside([one], where, { size, page });
      if (!rect) return;
      expect(Math.min(rect.x, rect.y)).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width).toBeLessThanOrEqual(page.width);
      expect(rect.y + rect.height).toBeLessThanOrEqual(page.height);
    }),
  );
});
