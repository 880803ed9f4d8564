import { expect, test } from 'vitest';
import { readTerm } from '../../../commands/admin/account/set.ts';

test.each([
  ['forever', null],
  ['1d', 1],
  ['90d', 90],
  ['1y', 366],
  ['3y', 1096],
  ['8y', 2922],
])('%s is a term of %s days', (text, days) => {
  expect(readTerm(text)).toBe(days);
});

test.each(['', '0d', '3', '3m', '1.5y', '-1d', 'for ever', '3y 1d'])('%j is no term', (text) => {
  expect(() => readTerm(text)).toThrow('is not a term such as 90d, 3y or forever');
});
