import { Flags } from '@oclif/core';
import type { Listing } from '../rows/show-rows.ts';
import { showRows } from '../rows/show-rows.ts';
import type { Printer } from '../terminal/printer.ts';

export const ofAccount = () => ({
  account: Flags.string({ description: 'only of this account', helpValue: 'ID' }),
});

export interface AdminRows<Row> extends Listing<Row> {
  /** Columns of the table when none are asked for. */
  readonly shown: readonly string[];
  /** Said when there are no rows. */
  readonly none: string;
}

/** Prints rows as the flags ask, or as a table of `shown` columns. Returns the printed rows. */
export async function showAdminRows<Row>(
  out: Printer,
  { shown, none, ...listing }: AdminRows<Row>,
): Promise<Row[]> {
  const { flags, rows } = listing;
  const columns = flags.columns ?? (flags.format === undefined ? shown : undefined);
  return await showRows(out, { ...listing, flags: { ...flags, columns } }, () => {
    if (rows.length === 0) out.note(none);
  });
}
