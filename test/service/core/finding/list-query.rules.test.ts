import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readListQuery } from '../../../../src/service/core/finding/read-query.rules.ts';

test.each([
  ['nothing', undefined, 20],
  ['the least', '1', 1],
  ['a usual value', '7', 7],
  ['just below the most', '99', 99],
  ['the most', '100', 100],
  ['just above the most', '101', 100],
  ['far above the most', '99999999999999999999999', 100],
  ['more digits than a number can hold', '9'.repeat(400), 100],
  ['zero', '0', 1],
  ['below zero', '-1', 1],
  ['far below zero', `-${'9'.repeat(400)}`, 1],
  ['a plus sign', '+7', 7],
  ['leading zeros', '007', 7],
  ['a number, not text', 7, 7],
  ['nothing between = and &', '', 20],
  ['words', 'many', 20],
  ['a fraction', '5.5', 20],
  ['a fraction that is no text', 5.5, 20],
  ['an exponent', '1e2', 20],
  ['hexadecimal digits', '0x10', 20],
  ['blanks around it', ' 7 ', 20],
  ['a line break after it', '7\n', 20],
  ['digits of another script', '७', 20],
  ['a sign alone', '-', 20],
  ['two signs', '--7', 20],
  ['not a number', Number.NaN, 20],
  ['infinity', 'Infinity', 20],
  ['the parameter given twice', ['5', '6'], 20],
  ['null', null, 20],
  ['an object', { limit: 5 }, 20],
  ['true', true, 20],
])('a limit of %s (%j) reads as %s', (_, limit, expected) => {
  expect(readListQuery({ limit })).toEqual({ limit: expected, offset: 0 });
});

test.each([
  ['nothing', undefined, 0],
  ['zero', '0', 0],
  ['zero with a sign', '-0', 0],
  ['one', '1', 1],
  ['a large value', '123456', 123_456],
  ['below zero', '-1', 0],
  ['the largest safe integer', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['beyond the largest safe integer', '9007199254740992', Number.MAX_SAFE_INTEGER],
  ['more digits than a number can hold', '9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['nothing between = and &', '', 0],
  ['words', 'far', 0],
  ['a fraction', '5.5', 0],
  ['an exponent', '1e2', 0],
  ['hexadecimal digits', '0x10', 0],
  ['blanks around it', ' 7 ', 0],
  ['the parameter given twice', ['5', '6'], 0],
  ['a number, not text', 7, 7],
])('an offset of %s (%j) reads as %s', (_, offset, expected) => {
  expect(readListQuery({ offset })).toEqual({ limit: 20, offset: expected });
});

test('any query gives a page within its bounds', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (limit, offset) => {
      const query = readListQuery({ limit, offset });
      expect(query.limit).toBeGreaterThanOrEqual(1);
      expect(query.limit).toBeLessThanOrEqual(100);
      expect(Number.isSafeInteger(query.limit)).toBe(true);
      expect(Number.isSafeInteger(query.offset)).toBe(true);
      expect(query.offset).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('every whole number from 1 to 100 is a limit, and every one from 0 an offset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.maxSafeNat(), (limit, offset) => {
      expect(readListQuery({ limit: `${limit}`, offset: `${offset}` })).toEqual({ limit, offset });
    }),
  );
});
