import { expect, test } from 'vitest';
import { readRange } from '../../../../src/service/web/kit/range-header.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-5000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-5000', { start: 0, end: 99 }],
  ['BYTES= 5-6 ', { start: 5, end: 6 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
])('of a file of 100 bytes, "%s" asks for %o', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('an empty file has no range', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readRange('bytes=-1', 0)).toBe('unsatisfiable');
});
