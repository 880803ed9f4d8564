import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client, PoolClient } from 'pg';
import { databaseOn, plainError } from './database.ts';

/** Any number, the same in every process: who migrates holds it. */
const MIGRATION_LOCK = 7_236_441_015;

/** The database was made by another version of esign, whose migrations this one does not have. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

/**
 * Brings a database to the newest schema; does nothing when it is there. Processes that start at once wait for each
 * other.
 * @throws {SchemaMismatch} when a migration was applied that is not among these
 * @throws {Error} the database's error for a statement that it refuses
 */
export async function migrateDatabase(client: Client | PoolClient, migrations: URL): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await refuseUnknown(client, migrations);
    await migrate(databaseOn(client), { migrationsFolder: fileURLToPath(migrations) });
  } catch (error) {
    throw plainError(error);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function refuseUnknown(client: Client | PoolClient, migrations: URL): Promise<void> {
  const applied = `to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_applied`;
  const { rows } = await client.query<{ is_applied: boolean }>(`SELECT ${applied}`);
  if (!rows[0]?.is_applied) return;
  const known = readMigrationFiles({ migrationsFolder: fileURLToPath(migrations) });
  const hashes = known.map(({ hash }) => hash);
  const unknown = await client.query(
    'SELECT FROM drizzle.__drizzle_migrations WHERE hash <> ALL ($1::text[])',
    [hashes],
  );
  if (unknown.rowCount === 0) return;
  throw new SchemaMismatch(
    'The database was made by another version of esign: this one does not have all of its migrations. Go back to the version that made it, or start with an empty database.',
  );
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
