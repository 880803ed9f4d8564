import { expect, onTestFinished, test, vi } from 'vitest';
import { relativeTime, utcAndLocal } from '../../../src/cli/terminal/times.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

const TIMES = [
  ['2026-11-20T11:59:30.000Z', '30 sec. ago'],
  ['2026-11-20T11:55:10.000Z', '4 min. ago'],
  ['2026-11-20T09:00:00.000Z', '3 hr. ago'],
  ['2026-11-19T11:00:00.000Z', '1 day ago'],
  ['2026-10-22T12:00:00.000Z', '29 days ago'],
  ['2026-10-20T12:00:00.000Z', '20 Oct 2026'],
  ['2026-11-23T12:00:00.000Z', 'in 3 days'],
  ['soon', 'soon'],
  [null, '–'],
] as const;

test.each(TIMES)('%s is shown on a terminal as %s', (iso, shown) => {
  expect(relativeTime(iso, NOW)).toBe(shown);
});

test.each([
  ['UTC', '2026-11-20T12:04:05.678Z', '20 Nov 2026, 12:04:05 UTC'],
  ['Asia/Kolkata', '2026-11-20T12:04:05.678Z', '20 Nov 2026, 12:04:05 UTC (17:34:05 GMT+5:30)'],
  [
    'Asia/Kolkata',
    '2026-11-20T20:04:05Z',
    '20 Nov 2026, 20:04:05 UTC (21 Nov 2026, 01:34:05 GMT+5:30)',
  ],
  ['Asia/Kolkata', 'soon', 'soon'],
])('in the zone %s, %s is %s', (zone, iso, shown) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(utcAndLocal(iso)).toBe(shown);
});
