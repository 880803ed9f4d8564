import { expect, test } from 'vitest';
import { csvText } from '../../src/contract/write-csv.ts';

const CELLS: ReadonlyArray<readonly [what: string, cell: string, written: string]> = [
  ['a name', 'Asha Rao', 'Asha Rao'],
  ['a comma', 'Rao, Asha', '"Rao, Asha"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a plus', '+91', "'+91"],
  ['a minus', '-1', "'-1"],
  ['an at', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t'=1"],
  ['a carriage return', '\r=1', '"\'\r\'=1"'],
  ['a sign of full width', '\uff1d1', "'\uff1d1"],
  ['a formula after a semicolon', 'x;=1', "x;'=1"],
  ['one in quotes after a semicolon', 'x;"=1"', '"x;""\'=1"""'],
  ['a formula after a tab', 'x\t@A', "x\t'@A"],
  ['a formula on a line of its own', 'x\n=1', '"x\n\'=1"'],
  ['quotation marks', '"q"', '"""q"""'],
  ['a blank before', ' x', '" x"'],
  ['a sign within', 'a=b; c', 'a=b; c'],
];

test.each(CELLS)('%s is written so that no spreadsheet runs it', (_, cell, written) => {
  expect(csvText([[cell]])).toBe(`${written}\r\n`);
});
