import { expect, test } from 'vitest';
import type { RetryAfterHeaders } from '../../src/contract/retry-after.ts';
import { retryAfterMs } from '../../src/contract/retry-after.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each<[RetryAfterHeaders, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': undefined }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Try again in 5 minutes' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': ' 120 ' }, 120_000],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': '2026' }, 2_026_000],
  [{ 'retry-after': '9'.repeat(400) }, 31_536_000_000],
  [{ 'retry-after': '120', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': '120', 'retry-after-ms': 'soon' }, 120_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Friday, 20-Nov-26 12:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
])('the headers %j ask for a wait of %s ms', (headers, expected) => {
  expect(retryAfterMs(headers, NOW)).toBe(expected);
});
