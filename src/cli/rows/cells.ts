import { isRecord } from '../../contract/is-record.ts';

/** The value at a path such as `signers.signed`; undefined if there is none. */
export function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      row,
    );
}

/** Empty for null, JSON for a list. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

let collator: Intl.Collator | undefined;

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  // Created on first use: loading its data takes 6 ms.
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(cellText(one), cellText(other));
}

export interface ColumnOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

/** A stable sort; rows without a value come last. */
export function sortRows<Row>(rows: readonly Row[], { column, isDescending }: ColumnOrder): Row[] {
  const isEmpty = (row: Row) => cellText(valueAt(row, column)) === '';
  const full = rows.filter((row) => !isEmpty(row));
  const sign = isDescending ? -1 : 1;
  full.sort((one, other) => sign * compare(valueAt(one, column), valueAt(other, column)));
  return [...full, ...rows.filter(isEmpty)];
}
