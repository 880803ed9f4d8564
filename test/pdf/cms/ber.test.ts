import { expect, test } from 'vitest';
import {
  berElementAt,
  berElementsOf,
  hasMoreElements,
  isIndefinite,
} from '../../../src/pdf/cms/ber.ts';

const read = (hex: string) =>
  berElementsOf(Buffer.from(hex, 'hex')).map(({ tag, content }) => [tag, content.toString('hex')]);

test.each([
  ['nothing', '', []],
  [
    'elements one after the other',
    '0201070500',
    [
      [2, '07'],
      [5, ''],
    ],
  ],
  ['a length of more octets than it needs', '048200010a', [[4, '0a']]],
  ['an indefinite length', '30800201070000', [[0x30, '020107']]],
  ['indefinite lengths in each other', 'a080308002010700000000', [[0xa0, '30800201070000']]],
  ['zeros in a value, which end nothing', '3080040200000000', [[0x30, '04020000']]],
])('%s: %s', (_, hex, elements) => {
  expect(read(hex)).toEqual(elements);
});

test.each([
  ['without a length', '30'],
  ['longer than what is there', '300302'],
  ['of an indefinite length without an end', '3080020107'],
  ['of an indefinite length that ends in half', '308002010700'],
  ['primitive and of an indefinite length', '04800000'],
  ['whose tag has more octets', '3f800000'],
  ['that holds a malformed one', '3080300302010000'],
  ['nested without an end', '3080'.repeat(100_000)],
])('an element %s is refused', (_, hex) => {
  expect(() => read(hex)).toThrow(Error);
});

test('an element ends where what follows begins', () => {
  const bytes = Buffer.from('ff3080000005000000', 'hex');
  const element = berElementAt(bytes, 1);
  expect([element.bytes.toString('hex'), isIndefinite(element)]).toEqual(['30800000', true]);
  expect(isIndefinite(berElementAt(bytes, 5))).toBe(false);
});

test.each([
  ['as many as allowed', '05000500', 2, false],
  ['one more', '050005000500', 2, true],
  ['one more, within another', '300405000500', 2, true],
  [
    'a tag of several octets, which hides what follows from a count of lengths',
    '1f847f7f0500',
    2,
    true,
  ],
])('elements are counted: %s', (_, hex, most, isMore) => {
  expect(hasMoreElements(Buffer.from(hex, 'hex'), most)).toBe(isMore);
});
