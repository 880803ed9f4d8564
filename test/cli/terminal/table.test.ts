import { expect, test } from 'vitest';
import { fittedWidths, tableText } from '../../../src/cli/terminal/table.ts';

test('the widest column that can gives way first, and none below its least', () => {
  expect(fittedWidths([4, 20, 12], [4, 8, 8], 30)).toEqual([4, 11, 11]);
  expect(fittedWidths([4, 20, 12], [4, 20, 8], 36)).toEqual([4, 20, 8]);
  expect(fittedWidths([4, 20, 12], [4, 8, 9], 10)).toEqual([4, 8, 9]);
});

test('cells wrap in the room there is, and are whole where there is enough', async () => {
  const table = {
    heads: ['id', 'name'],
    rows: [['5f0c1d5e', 'A lease with a name that is long']],
    flexible: [1],
  };
  expect(await tableText(table, 30)).toBe(
    'id        name\n5f0c1d5e  A lease with a name\n          that is long',
  );
  expect(await tableText(table)).toContain('A lease with a name that is long');
});

test('wide characters are not cut where there is room, and escapes cannot get through', async () => {
  const table = { heads: ['name', 'state'], rows: [['契約書\u001b[2J', 'SENT']] };
  expect(await tableText(table, 80)).toContain('契約書\\u{1b}[2J  SENT');
});

const SIGNERS = {
  heads: ['#', 'name', 'email', 'progress'],
  rows: (time: (iso: string | null) => string) => [
    ['1', 'Asha Rao', 'asha.rao@example.in', `signed ${time('2020-03-01T10:00:00Z')}`],
    ['2', 'Ravi Shankar Kumar', 'ravi@example.in', 'after Asha Rao'],
  ],
  flexible: [1, 2, 3],
};

test.each([
  [
    80,
    [
      '#  name                email                progress',
      '1  Asha Rao            asha.rao@example.in  signed 1 March 2020',
      '2  Ravi Shankar Kumar  ravi@example.in      after Asha Rao',
    ],
  ],
  [
    60,
    [
      '#  name                email                progress',
      '1  Asha Rao            asha.rao@example.in  signed 01 Mar',
      '2  Ravi Shankar Kumar  ravi@example.in      after Asha Rao',
    ],
  ],
  [
    45,
    [
      '#  name       email                progress',
      '1  Asha Rao   asha.rao@example.in  signed 01',
      '                                   Mar',
      '2  Ravi       ravi@example.in      after Asha',
      '   Shankar                         Rao',
      '   Kumar',
    ],
  ],
  [
    30,
    [
      '1  Asha Rao',
      '   asha.rao@example.in',
      '   signed 01 Mar',
      '2  Ravi Shankar Kumar',
      '   ravi@example.in',
      '   after Asha Rao',
    ],
  ],
  [
    20,
    [
      '1  Asha Rao',
      '   asha.rao@example.in',
      '   signed 01 Mar',
      '2  Ravi Shankar',
      '   Kumar',
      '   ravi@example.in',
      '   after Asha Rao',
    ],
  ],
])('in %s columns times shorten before names wrap, and no word is broken', async (room, lines) => {
  expect((await tableText(SIGNERS, room, () => '1 March 2020')).split('\n')).toEqual(lines);
});

test('coloured heads are as wide as they look', async () => {
  const table = { heads: ['\u001b[1mid\u001b[22m', 'name'], rows: [['5f0c', 'मीरा अय्यर']] };
  expect(await tableText(table)).toBe('\u001b[1mid\u001b[22m    name\n5f0c  मीरा अय्यर');
});
