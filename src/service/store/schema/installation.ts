import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Fingerprints } from '../../core/installation.rules.ts';
import { time } from './columns.ts';

export const installation = pgTable(
  'installation',
  {
    singleton: boolean('singleton').primaryKey().default(true),
    id: uuid('id').notNull(),
    createdAt: time('created_at').notNull(),
    publicUrl: text('public_url'),
    fingerprints: jsonb('fingerprints').$type<Fingerprints>().notNull(),
  },
  () => [check('installation_singleton', sql.raw('singleton'))],
);
