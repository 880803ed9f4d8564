import { expect, test } from 'vitest';
import { sortRows, valueAt } from '../../../src/cli/rows/cells.ts';
import { readOrder } from '../../../src/cli/rows/row-flags.ts';

const ROWS = [
  { name: 'Lease 10', at: null, signers: { signed: 10 } },
  { name: 'Lease 9', at: '2026-11-20T12:00:00.000Z', signers: { signed: 9 } },
  { name: 'anlage', at: '2026-11-19T12:00:00.000Z', signers: { signed: 9 } },
];

const ORDERS = [
  ['name', ['anlage', 'Lease 9', 'Lease 10']],
  ['-name', ['Lease 10', 'Lease 9', 'anlage']],
  ['signers.signed', ['Lease 9', 'anlage', 'Lease 10']],
  ['-signers.signed', ['Lease 10', 'Lease 9', 'anlage']],
  ['at', ['anlage', 'Lease 9', 'Lease 10']],
  ['-at', ['Lease 9', 'anlage', 'Lease 10']],
] as const;

test.each(ORDERS)('rows sorted by %s are %s, those without a value last', (by, names) => {
  const sorted = sortRows(ROWS, readOrder(by, ['name', 'signers.signed', 'at']));
  expect(sorted.map(({ name }) => name)).toEqual(names);
});

test('a path finds own fields only', () => {
  const [row] = ROWS;
  expect(valueAt(row, 'signers.signed')).toBe(10);
  for (const path of ['constructor', 'signers.toString', 'name.length', '__proto__', 'at.x'])
    expect(valueAt(row, path), path).toBeUndefined();
});
