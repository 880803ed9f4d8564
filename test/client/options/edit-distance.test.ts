import { expect, test } from 'vitest';
import { editDistance, nearestWord } from '../../../src/client/options/edit-distance.ts';

test.each([
  ['name', 'name', 0],
  ['nmae', 'name', 1],
  ['naem', 'name', 1],
  ['nam', 'name', 1],
  ['names', 'name', 1],
  ['fame', 'name', 1],
  ['sitting', 'kitten', 3],
  ['', 'abc', 3],
])('"%s" is as far from "%s" as %i edits', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
});

test('the nearest word is found up to a number of edits', () => {
  expect(nearestWord('nmae', ['file', 'name'], 1)).toBe('name');
  expect(nearestWord('label', ['file', 'name'], 1)).toBeUndefined();
});
