import { expect, test } from 'vitest';
import { parsePdfDate } from '../../../src/pdf/verification/byte-range.ts';

test.each([
  ['D:20261121070405Z', '2026-11-21T07:04:05.000Z'],
  ["D:20261121123405+05'30'", '2026-11-21T07:04:05.000Z'],
  ['D:20261121', '2026-11-21T00:00:00.000Z'],
])('the PDF date %s is %s', (text, expected) => {
  expect(parsePdfDate(text)?.toISOString()).toBe(expected);
});

test('anything else is not a PDF date', () => {
  expect([undefined, '', 'yesterday', 'D:20269921'].map(parsePdfDate)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
