import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client, PoolClient } from 'pg';
import { databaseOn, plainError } from './database.ts';

/** Any number, the same in every process: who migrates holds it. */
const MIGRATION_LOCK = 7_236_441_015;

/**
 * Brings a database to the newest schema; does nothing when it is there. Processes that start at once wait for each
 * other.
 * @throws {Error} what the database says of a statement that it refuses
 */
export async function migrateDatabase(client: Client | PoolClient, migrations: URL): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await migrate(databaseOn(client), { migrationsFolder: fileURLToPath(migrations) });
  } catch (error) {
    throw plainError(error);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** SHA-256 over the migrations in their order: equal means the same schema. */
export async function hashMigrations(migrations: URL): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const name of names) {
    hash.update(`${name}\n`).update(await readFile(new URL(name, migrations)));
  }
  return hash.digest('hex');
}
