import pg from 'pg';
import { migrateDatabase } from '../migrate-database.ts';
import { connectionError } from '../plain-error.ts';
import { assertNotTooOld, readSchemaState } from '../schema-state.ts';

const CONNECT_MS = 10_000;

interface ServerMigration {
  readonly url: string;
  readonly migrations: URL;
  readonly release: string;
  /** Changes nothing. */
  readonly isDry: boolean;
}

/**
 * Returns the migrations that the database lacked, in order.
 * @throws {SchemaMismatch} when a newer release migrated it
 * @throws {StoreUnavailable} when it cannot be reached
 */
export async function migrateServer(order: ServerMigration): Promise<readonly string[]> {
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
    return state.pending;
  } finally {
    await client.end().catch(() => undefined);
  }
}
