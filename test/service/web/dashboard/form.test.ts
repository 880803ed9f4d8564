import { expect, test } from 'vitest';
import { countIn } from '../../../../src/service/web/dashboard/form.ts';

test.each([
  ['0', 0],
  ['007', 7],
  ['999999999999999', 999_999_999_999_999],
])('%j is a number in decimal digits', (text, count) => {
  expect(countIn(text)).toBe(count);
});

test.each(['', ' 5 ', '+5', '-5', '0x10', '1e3', '5.0', '१२', '１２', '5\n', '1000000000000000'])(
  '%j is none',
  (text) => {
    expect(countIn(text)).toBeUndefined();
  },
);
