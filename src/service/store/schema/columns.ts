import { sql } from 'drizzle-orm';
import { bigserial, customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const time = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Grows with each row: orders rows of the same time. */
export const serial = () => bigserial('seq', { mode: 'number' });

export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} IN (${words.map((word) => `'${word}'`).join(', ')})`);
