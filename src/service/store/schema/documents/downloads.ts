import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { documents } from './documents.ts';

/** Downloads of signed PDFs per holder of a link. The trail records only the first. */
export const downloads = pgTable(
  'downloads',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.documentId),
    holder: text('holder').notNull(),
    count: integer('count').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.holder] }),
    check('downloads_count', sql`count > 0`),
  ],
);
