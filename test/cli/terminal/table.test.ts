import { expect, test } from 'vitest';
import { fittedWidths, tableText } from '../../../src/cli/terminal/table.ts';

test('only flexible columns give way, the widest first, and no further than a few characters', () => {
  expect(fittedWidths([4, 20, 12], [1, 2], 30)).toEqual([4, 11, 11]);
  expect(fittedWidths([4, 20, 12], [2], 36)).toEqual([4, 20, 8]);
  expect(fittedWidths([4, 20, 12], [1, 2], 10)).toEqual([4, 8, 8]);
  expect(fittedWidths([4, 20, 12], [], 10)).toEqual([4, 20, 12]);
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

test('a word that is too long for its column ends with an ellipsis', async () => {
  const heads = ['#', 'email'];
  const rows = [['1', 'accounts.payable@lessor.example']];
  expect(await tableText({ heads, rows, flexible: [1] }, 20)).toBe(
    '#  email\n1  accounts.payable…',
  );
});

test('coloured heads are as wide as they look', async () => {
  const table = { heads: ['\u001b[1mid\u001b[22m', 'name'], rows: [['5f0c', 'मीरा अय्यर']] };
  expect(await tableText(table)).toBe('\u001b[1mid\u001b[22m    name\n5f0c  मीरा अय्यर');
});
