import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  QUERY_LIMITS,
  readListQuery,
  readQuery,
} from '../../../../src/service/core/finding/read-query.rules.ts';

const words = (...all: string[]) => ({ kind: 'words', words: all });
const day = (from: string, to: string) => ({ kind: 'day', from: new Date(from), to: new Date(to) });
const NOVEMBER_20 = day('2026-11-19T18:30:00Z', '2026-11-20T18:30:00Z');

describe('a query reads as', () => {
  test.each([
    ['', { kind: 'all' }],
    ['  \t\n ', { kind: 'all' }],
    ['\0', { kind: 'all' }],
    ['Asha Rao', words('asha', 'rao')],
    ['  asha   ASHA  rao ', words('asha', 'rao')],
    ['asha@example.in', words('asha@example.in')],
    ['नंदिनी राव', words('नंदिनी', 'राव')],
    ['E\u0301va', words('\u00e9va')],
    ['100% _a\\b', words('100%', '_a\\b')],
    ['req_0a1b2c3d', { kind: 'request', requestId: 'req_0a1b2c3d' }],
    ['REQ_0A1B', { kind: 'request', requestId: 'req_0a1b' }],
    ['req_ 1', words('req_', '1')],
    ['2026-11-20', NOVEMBER_20],
    ['20/11/2026', NOVEMBER_20],
    ['20.11.2026', NOVEMBER_20],
    ['20 Nov 2026', NOVEMBER_20],
    ['20 november, 2026', NOVEMBER_20],
    ['29 Feb 2028', day('2028-02-28T18:30:00Z', '2028-02-29T18:30:00Z')],
    ['1 jan 2027', day('2026-12-31T18:30:00Z', '2027-01-01T18:30:00Z')],
    ['30 feb 2026', words('30', 'feb', '2026')],
    ['2026-13-01', words('20261301')],
    ['20 foo 2026', words('20', 'foo', '2026')],
    ['+91 98765 43210', words('9876543210')],
    ['98765-432', words('98765432')],
    ['98765', words('98765')],
    ['8a01865', words('8a01865')],
  ])('%j', (typed, expected) => {
    expect(readQuery(typed)).toEqual(expected);
  });
});

describe('the beginning of an id is a range of ids:', () => {
  test.each([
    ['8a01865b', '8a01865b-0000-0000-0000-000000000000', '8a01865b-ffff-ffff-ffff-ffffffffffff'],
    ['8A01865B-12', '8a01865b-1200-0000-0000-000000000000', '8a01865b-12ff-ffff-ffff-ffffffffffff'],
    [
      '8a01865b1234',
      '8a01865b-1234-0000-0000-000000000000',
      '8a01865b-1234-ffff-ffff-ffffffffffff',
    ],
    [
      '4db7a029-2740-4048-a0ca-d5b737739989',
      '4db7a029-2740-4048-a0ca-d5b737739989',
      '4db7a029-2740-4048-a0ca-d5b737739989',
    ],
    [
      '4db7a02927404048a0cad5b737739989',
      '4db7a029-2740-4048-a0ca-d5b737739989',
      '4db7a029-2740-4048-a0ca-d5b737739989',
    ],
  ])('%s', (typed, from, to) => {
    expect(readQuery(typed)).toEqual({ kind: 'id', from, to, words: expect.any(Array) });
  });

  test('a phone number may be one, and stays a word as well', () => {
    expect(readQuery('9876543210')).toMatchObject({
      kind: 'id',
      from: '98765432-1000-0000-0000-000000000000',
      words: ['9876543210'],
    });
  });

  test('more digits than an id has are a word', () => {
    expect(readQuery('a'.repeat(33))).toEqual(words('a'.repeat(33)));
  });
});

test('a long query is read up to its limits', () => {
  expect(readQuery('x'.repeat(1000))).toEqual(words('x'.repeat(QUERY_LIMITS.characters)));
  const many = Array.from({ length: 50 }, (_, place) => `w${place}`);
  expect(readQuery(many.join(' '))).toEqual(words(...many.slice(0, QUERY_LIMITS.words)));
});

test.each([
  ['nothing', undefined, 20],
  ['the least', '1', 1],
  ['the most', '100', 100],
  ['far above the most', '99999999999999999999999', 100],
  ['more digits than a number can hold', '9'.repeat(400), 100],
  ['zero', '0', 1],
  ['below zero', '-1', 1],
  ['a plus sign', '+7', 7],
  ['leading zeros', '007', 7],
  ['a number, not text', 7, 7],
  ['nothing between = and &', '', 20],
  ['a fraction', '5.5', 20],
  ['an exponent', '1e2', 20],
  ['hexadecimal digits', '0x10', 20],
  ['blanks around it', ' 7 ', 20],
  ['a line break after it', '7\n', 20],
  ['digits of another script', '७', 20],
  ['not a number', Number.NaN, 20],
  ['infinity', 'Infinity', 20],
  ['the parameter given twice', ['5', '6'], 20],
  ['null', null, 20],
])('a limit of %s (%j) reads as %s', (_, limit, expected) => {
  expect(readListQuery({ limit })).toEqual({ limit: expected, offset: 0 });
});

test.each([
  ['nothing', undefined, 0],
  ['zero', '0', 0],
  ['zero with a sign', '-0', 0],
  ['below zero', '-1', 0],
  ['the largest safe integer', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['beyond the largest safe integer', '9007199254740992', Number.MAX_SAFE_INTEGER],
  ['more digits than a number can hold', '9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['nothing between = and &', '', 0],
  ['the parameter given twice', ['5', '6'], 0],
  ['a number, not text', 7, 7],
])('an offset of %s (%j) reads as %s', (_, offset, expected) => {
  expect(readListQuery({ offset })).toEqual({ limit: 20, offset: expected });
});

test('any query gives a page within its bounds', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (limit, offset) => {
      const query = readListQuery({ limit, offset });
      expect(query.limit).toBeGreaterThanOrEqual(1);
      expect(query.limit).toBeLessThanOrEqual(100);
      expect(Number.isSafeInteger(query.limit)).toBe(true);
      expect(Number.isSafeInteger(query.offset)).toBe(true);
      expect(query.offset).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('every whole number from 1 to 100 is a limit, and every one from 0 an offset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.maxSafeNat(), (limit, offset) => {
      expect(readListQuery({ limit: `${limit}`, offset: `${offset}` })).toEqual({ limit, offset });
    }),
  );
});
