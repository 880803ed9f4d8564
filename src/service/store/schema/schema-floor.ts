import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';

/** One row: the oldest release that runs on the schema. Breaking migrations raise it. */
export const schemaFloor = pgTable(
  'schema_floor',
  {
    single: boolean('single').primaryKey().default(true),
    minRelease: text('min_release').notNull(),
  },
  () => [check('schema_floor_single', sql`single`)],
);
