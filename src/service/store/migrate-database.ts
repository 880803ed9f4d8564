import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client, PoolClient } from 'pg';
import type { Database } from './database.ts';
import { databaseOn, withConnection } from './database.ts';
import { connectionError, DatabaseRefused, isLockTimeout, plainError } from './plain-error.ts';
import { assertNotTooOld, oldestRelease, readSchemaState } from './schema-state.ts';

/** Key of the advisory lock that serialises migrations. Arbitrary, but must never change. */
const MIGRATION_LOCK = 7_236_441_015;

export interface MigrationOptions {
  /** Longest wait for another process that migrates, and for tables in use, in ms; default 60 s. */
  readonly lockMs?: number;
  /** Called with a sentence when waiting begins. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** The migrating release, which may run on a newer release's schema. */
  readonly release?: string | undefined;
}

const LOCK_MS = 60_000;
/** Below PostgreSQL's `deadlock_timeout`: a request has to wait longer to be the one that fails. */
const ATTEMPT_MS = 400;
const AGAIN_MS = 600;

/**
 * Migrates to the newest schema. Concurrent processes wait for each other.
 * @throws {SchemaMismatch} for an unknown migration, unless the release still runs on it
 * @throws {DatabaseRefused} when another process migrates, or tables are in use, longer than `lockMs`
 * @throws {Error} when a statement fails
 */
export async function migrateDatabase(
  client: Client | PoolClient,
  migrations: URL,
  options: MigrationOptions = {},
): Promise<void> {
  const db = databaseOn(client);
  await setLockTimeout(db, ATTEMPT_MS);
  await patiently(() => db.execute(sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`), {
    ...options,
    waits: 'Another process migrates the database.',
    mend: 'Wait for it, or end it: pg_locks shows its pid, with locktype advisory.',
  });
  try {
    await assertNotTooOld(client, await readSchemaState(client, migrations), options.release);
    await patiently(() => migrate(db, { migrationsFolder: fileURLToPath(migrations) }), {
      ...options,
      waits: 'The tables to change are in use.',
      mend: 'No migration was applied. Try again once the backup or query that uses them has ended: pg_stat_activity shows it.',
    });
  } catch (error) {
    throw plainError(error);
  } finally {
    await db.execute(sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
    await setLockTimeout(db, 0);
  }
}

const setLockTimeout = (db: Database, ms: number) =>
  db.execute(sql`SELECT set_config('lock_timeout', ${String(ms)}, false)`);

/** Gives way while others hold a lock, and tries again: requests would wait behind the migration. */
async function patiently(
  work: () => Promise<unknown>,
  { lockMs = LOCK_MS, onWait, waits, mend }: MigrationOptions & { waits: string; mend: string },
): Promise<void> {
  const until = performance.now() + lockMs;
  const limit = `${lockMs / 1000} seconds`;
  for (let say = onWait; ; say = undefined) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw plainError(error);
    }
    say?.(`${waits} Waiting for up to ${limit}.`);
    if (performance.now() > until)
      throw new DatabaseRefused('locked', `${waits} Gave up after ${limit}. ${mend}`);
    await pause(AGAIN_MS);
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

const CONNECT_MS = 10_000;

interface ServerMigration extends Pick<MigrationOptions, 'onWait'> {
  readonly url: string;
  readonly migrations: URL;
  readonly release: string;
  /** Changes nothing. */
  readonly isDry: boolean;
}

export interface MigratedServer {
  /** Migrations that the database lacked, in order. */
  readonly migrations: readonly string[];
  /** The oldest release that runs on the database as it is now; null while it is empty. */
  readonly minRelease: string | null;
}

/**
 * @throws {SchemaMismatch} when a newer release migrated it
 * @throws {StoreUnavailable} when it cannot be reached
 */
export async function migrateServer(order: ServerMigration): Promise<MigratedServer> {
  const { url, migrations, release, isDry, onWait } = order;
  const migrateIt = async (client: Client): Promise<MigratedServer> => {
    const state = await readSchemaState(client, migrations);
    await assertNotTooOld(client, state, release);
    if (!isDry && state.pending.length > 0)
      await migrateDatabase(client, migrations, { release, onWait });
    const minRelease = (await oldestRelease(databaseOn(client))) ?? null;
    return { migrations: state.pending, minRelease };
  };
  return await withConnection({ url, connectMs: CONNECT_MS }, migrateIt).catch((error: unknown) => {
    throw connectionError(error);
  });
}
