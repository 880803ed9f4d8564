import { expect, test } from 'vitest';
import { worstCode } from '../../../src/cli/errors/exit-codes.ts';

const FROM_WORST = [10, 11, 4, 9, 3, 6, 5, 2, 8, 0];

test('of any two codes the worse one wins, in either order', () => {
  for (const [at, worse] of FROM_WORST.entries())
    for (const better of FROM_WORST.slice(at)) {
      expect(worstCode([worse, better])).toBe(worse);
      expect(worstCode([better, worse])).toBe(worse);
    }
});

test('nothing is 0, and what is unexpected or without a place outranks all', () => {
  expect(worstCode([])).toBe(0);
  expect(worstCode([10, 1])).toBe(1);
  expect(worstCode([10, 99])).toBe(99);
});
