import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Recent failures per gateway, shared by all processes. Gateways that never failed have no row. */
export const gatewayBreakers = pgTable('gateway_breakers', {
  gateway: text('gateway').primaryKey(),
  /** Milliseconds since 1970, oldest first. */
  failedAt: jsonb('failed_at').$type<number[]>().notNull(),
  openUntil: time('open_until'),
});
