import { sql } from 'drizzle-orm';
import { bigserial, customType, timestamp } from 'drizzle-orm/pg-core';

/** A column of bytes. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, to the millisecond. */
export const time = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A number that grows with each row: orders rows of the same time. */
export const serial = () => bigserial('seq', { mode: 'number' });

/** The condition of a CHECK: the column holds one of the words. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(', ')})`);
