import pg from 'pg';
import { databaseOn } from './database.ts';
import { migrateDatabase } from './migrate-database.ts';
import { connectionError } from './plain-error.ts';
import { assertNotTooOld, oldestRelease, readSchemaState } from './schema-state.ts';

const CONNECT_MS = 10_000;

interface ServerMigration {
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
  const { url, migrations, release, isDry } = order;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw connectionError(error);
  }
  try {
    const state = await readSchemaState(client, migrations);
    await assertNotTooOld(client, state, release);
    if (!isDry && state.pending.length > 0) await migrateDatabase(client, migrations, { release });
    return {
      migrations: state.pending,
      minRelease: (await oldestRelease(databaseOn(client))) ?? null,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}
