import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Failures of each gateway, shared by all processes. A gateway that never failed has no row. */
export const gatewayBreakers = pgTable('gateway_breakers', {
  gateway: text('gateway').primaryKey(),
  /** Milliseconds since 1970, oldest first. */
  failedAt: jsonb('failed_at').$type<number[]>().notNull(),
  openUntil: time('open_until'),
});
