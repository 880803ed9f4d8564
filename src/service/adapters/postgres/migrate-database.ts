import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client, PoolClient } from 'pg';
import { databaseOn } from './database.ts';
import { plainError } from './plain-error.ts';
import { assertNotTooOld, readSchemaState } from './schema-state.ts';

/** Key of the advisory lock that serialises migrations. The number is arbitrary, but must never change. */
const MIGRATION_LOCK = 7_236_441_015;

/**
 * Migrates a database to the newest schema. Processes that start at the same time wait for each other.
 * @throws {SchemaMismatch} when a migration was applied that is not among these, unless `release` runs on it all the same
 * @throws {Error} when the database refuses a statement
 */
export async function migrateDatabase(
  client: Client | PoolClient,
  migrations: URL,
  release?: string,
): Promise<void> {
  const db = databaseOn(client);
  await db.execute(sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await assertNotTooOld(client, await readSchemaState(client, migrations), release);
    await migrate(db, { migrationsFolder: fileURLToPath(migrations) });
  } catch (error) {
    throw plainError(error);
  } finally {
    await db.execute(sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
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
