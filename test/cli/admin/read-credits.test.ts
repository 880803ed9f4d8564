import { expect, test } from 'vitest';
import { readCredits } from '../../../src/cli/admin/admin-command.ts';

test.each(['1', '100', '1000000'])('%s is a number of credits', (text) => {
  expect(readCredits(text)).toBe(Number(text));
});

test.each(['0', '-1', '1.5', 'ten', '', '01', '1e3', '12345678'])('%j is none', (text) => {
  expect(() => readCredits(text)).toThrow('it must be a whole number from 1 to 1000000');
});
