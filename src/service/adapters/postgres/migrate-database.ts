import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client, PoolClient } from 'pg';
import { databaseOn, plainError } from './database.ts';

/** Held by the process that migrates: any number, the same everywhere. */
const MIGRATION_LOCK = 7_236_441_015;

/**
 * Migrates a database to the newest schema. Processes that start at the same time wait for each other.
 * @throws {Error} when the database refuses a statement
 */
export async function migrateDatabase(client: Client | PoolClient, migrations: URL): Promise<void> {
  const db = databaseOn(client);
  await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await migrate(db, { migrationsFolder: fileURLToPath(migrations) });
  } catch (error) {
    throw plainError(error);
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}

/** SHA-256 of all migrations: equal hashes mean the same schema. */
export async function hashMigrations(migrations: URL): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const name of names) {
    hash.update(`${name}\n`).update(await readFile(new URL(name, migrations)));
  }
  return hash.digest('hex');
}
