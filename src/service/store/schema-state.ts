import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client, PoolClient } from 'pg';
import type { Database } from './database.ts';
import { databaseOn } from './database.ts';
import { schemaFloor } from './schema/installation.tables.ts';

/** This release cannot run on the database's schema. The message says why and what to do. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
}

class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
  readonly pending: readonly string[];

  constructor(pending: readonly string[]) {
    const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
    super(`The database lacks ${count} of this release: ${pending.join(', ')}.`);
    this.pending = pending;
  }
}

export interface SchemaState {
  /** Migrations of this release that the database lacks, in order. */
  readonly pending: readonly string[];
  /** Number of migrations in the database that this release does not have. */
  readonly unknown: number;
}

interface KnownMigrations {
  readonly name: string;
  readonly hash: string;
}

function knownMigrations(migrations: URL): KnownMigrations[] {
  const folder = fileURLToPath(migrations);
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(new URL('meta/_journal.json', migrations), 'utf8'),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }, index) => ({
    name: journal.entries[index]?.tag ?? '',
    hash,
  }));
}

async function appliedHashes(db: Database): Promise<string[]> {
  const { rows: found } = await db.execute<{ table: string | null }>(
    sql`SELECT to_regclass('drizzle.__drizzle_migrations')::text AS table`,
  );
  if (found[0]?.table === null) return [];
  const { rows } = await db.execute<{ hash: string }>(
    sql`SELECT hash FROM drizzle.__drizzle_migrations`,
  );
  return rows.map(({ hash }) => hash);
}

export async function readSchemaState(
  client: Client | PoolClient,
  migrations: URL,
): Promise<SchemaState> {
  const known = knownMigrations(migrations);
  const applied = new Set(await appliedHashes(databaseOn(client)));
  const hashes = new Set(known.map(({ hash }) => hash));
  return {
    pending: known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => name),
    unknown: [...applied].filter((hash) => !hashes.has(hash)).length,
  };
}

/** Compares versions by number, ignoring what follows a hyphen: 0.10.0 comes after 0.9.2. */
function isBefore(release: string, other: string): boolean {
  const numbers = (text: string) => text.replace(/-.*/, '').split('.').map(Number);
  const [own, least] = [numbers(release), numbers(other)];
  const at = least.findIndex((number, index) => number !== own[index]);
  return at >= 0 && (own[at] ?? 0) < (least[at] ?? 0);
}

/** The oldest release that runs on the schema; undefined if none is recorded. */
export async function oldestRelease(db: Database): Promise<string | undefined> {
  const { rows: found } = await db.execute<{ table: string | null }>(
    sql`SELECT to_regclass('schema_floor')::text AS table`,
  );
  if (found[0]?.table === null) return undefined;
  const [floor] = await db.select({ least: schemaFloor.minRelease }).from(schemaFloor);
  return floor?.least;
}

const NEWER =
  'The database was made by another version of esign: this one does not have all of its migrations.';

/**
 * Asserts that a release runs on a schema that a newer one may have migrated: breaking migrations
 * record the oldest release that does. @throws {SchemaMismatch}
 */
export async function assertNotTooOld(
  client: Client | PoolClient,
  { unknown }: SchemaState,
  release: string | undefined,
): Promise<void> {
  if (unknown === 0) return;
  const least = await oldestRelease(databaseOn(client));
  if (release === undefined || least === undefined) {
    throw new SchemaMismatch(
      `${NEWER} Go back to the version that made it, or start with an empty database.`,
    );
  }
  if (!isBefore(release, least)) return;
  throw new SchemaMismatch(`${NEWER} It needs esign ${least} or newer; this is ${release}.`);
}

/**
 * Asserts that a release runs on a database as it is.
 * @throws {SchemaBehind} when it lacks migrations
 * @throws {SchemaMismatch} when a newer release migrated it so that this one cannot run on it
 */
export async function assertSchema(
  client: Client | PoolClient,
  migrations: URL,
  release: string | undefined,
): Promise<void> {
  const state = await readSchemaState(client, migrations);
  await assertNotTooOld(client, state, release);
  if (state.pending.length > 0) throw new SchemaBehind(state.pending);
}
