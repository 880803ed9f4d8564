import { expect, test } from 'vitest';
import { readTime } from '../../../src/cli/input/time-flag.ts';

const now = Date.parse('2026-11-23T06:00:00Z');
const local = (...parts: [number, number, number]) => new Date(...parts);

test.each([
  ['30d', false, new Date('2026-10-24T06:00:00Z')],
  ['90m', true, new Date('2026-11-23T04:30:00Z')],
  ['2026-11-01', false, local(2026, 10, 1)],
  ['2026-11-01', true, local(2026, 10, 2)],
  ['2026-12-31', true, local(2027, 0, 1)],
  ['2026-11-01T12:00Z', false, new Date('2026-11-01T12:00:00Z')],
  ['2026-11-01T12:00:30+05:30', true, new Date('2026-11-01T06:30:30Z')],
])('%s, an end: %s, is %s', (text, isEnd, time) => {
  expect(readTime(text, { now, isEnd })).toEqual(time);
});

test.each([
  '',
  '2026',
  '30',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  'yesterday',
  '1/2/2026',
  '2026-11-01T99:00',
])('"%s" is no time', (text) => {
  expect(() => readTime(text)).toThrow('is not a time such as');
});
