import { expect, test } from 'vitest';
import { readStatus } from '../../../src/cli/finding/find-flags.ts';

test.each([
  ['SENT', 'SENT'],
  ['sent', 'SENT'],
  ['Completed', 'COMPLETED'],
])('the status %s is %s', (text, status) => {
  expect(readStatus(text)).toBe(status);
});

test('another status is refused, with those there are', () => {
  expect(() => readStatus('done')).toThrow('"done" is not one of PENDING, SENT, COMPLETED');
});
