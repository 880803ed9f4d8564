import { expect, test } from 'vitest';
import { warnOfOverlaps } from '../../../src/cli/sending/warn-of-covered-text.ts';

const box = (name: string, page: number, x: number, y: number) => ({
  order: 1,
  name,
  position: { page, x, y, width: 140, height: 110 },
  coversText: false,
});

const ASHA = box('Asha Rao', 1, 60, 300);

test.each([
  [
    'the same place',
    box('Ravi', 1, 60, 300),
    ['the signatures of Asha Rao and Ravi overlap on page 1'],
  ],
  ['a common corner of 1 point', box('Ravi', 1, 199, 409), [expect.stringContaining('overlap')]],
  ['sides that touch', box('Ravi', 1, 200, 300), []],
  ['one above the other', box('Ravi', 1, 60, 410), []],
  ['another page', box('Ravi', 2, 60, 300), []],
])('two signatures at %s', (_, other, expected) => {
  const warned: string[] = [];
  warnOfOverlaps([ASHA, other], { out: { warn: (text) => void warned.push(text) } });
  expect(warned).toEqual(expected);
});

test('each pair is named, without characters that move a cursor', () => {
  const warned: string[] = [];
  const boxes = [ASHA, box('Ravi\u001b[2J', 1, 70, 310), box('Meera', 1, 80, 320)];
  warnOfOverlaps(boxes, { out: { warn: (text) => void warned.push(text) } });
  expect(warned).toHaveLength(3);
  expect(warned.join('')).not.toContain('\u001b');
});
