import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../../src/service/adapters/webhooks/read-retry-after.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');

test.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['0', 0],
  ['120', 120_000],
  ['Sun, 01 Mar 2026 10:01:00 GMT', 60_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
])('Retry-After %s asks for a wait of %s ms', (value, expected) => {
  expect(readRetryAfter(value, NOW)).toBe(expected);
});
