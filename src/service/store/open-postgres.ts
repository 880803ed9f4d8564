import pg from 'pg';
import { outboxSignal } from '../core/outbox/queue-outbox.sql.ts';
import { secretSeal } from '../webhooks/secret-seal.sql.ts';
import { checkServer, connectPatiently, STARTUP_OPTIONS } from './check-server.ts';
import { databaseOn, withConnection } from './database.ts';
import { migrateDatabase } from './migrate-database.ts';
import { openOutboxChannel } from './outbox-channel.ts';
import { plainError } from './plain-error.ts';
import { assertSchema } from './schema-state.ts';
import type { DocumentStore } from './store.ts';
import { createStore } from './store.ts';

const POOL_SIZE = 10;
const WAIT_MS = 60_000;
/** To connect, or to get a connection from the pool. */
const CONNECT_MS = 10_000;
/** A little more than the server's own timeout: only a server that vanished takes this long. */
const QUERY_MS = 35_000;

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`. */
  readonly url: string;
  readonly migrations: URL;
  /** 32 bytes; seals stored secrets. The same in every process. */
  readonly sealKey: Buffer;
  /** Keys that only open. */
  readonly formerSealKeys?: readonly Buffer[];
  /** Connections besides the one that listens; default 10. */
  readonly poolSize?: number | undefined;
  /** Longest wait for an unreachable server or a migrating process, in ms; default 60 s. */
  readonly waitMs?: number | undefined;
  /** Ends waiting for an unreachable server. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a sentence when a start has to wait. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** The opening release, which may run on a newer release's schema. */
  readonly release?: string | undefined;
  /** Migrates the database; default true. Otherwise it must have the schema already. */
  readonly mayMigrate?: boolean | undefined;
}

/**
 * Opens the store on a PostgreSQL server (15 or newer), in any number of processes.
 * @throws {DatabaseRefused} when the service cannot work on it
 * @throws {SchemaMismatch} when it was migrated by another version
 * @throws {SchemaBehind} when it lacks migrations, and may not be migrated
 */
export async function openPostgresStore(options: PostgresOptions): Promise<DocumentStore> {
  const { url, sealKey, formerSealKeys, poolSize = POOL_SIZE } = options;
  const seal = secretSeal(sealKey, formerSealKeys);
  const signal = outboxSignal();
  const pool = openPool(url, poolSize);
  const opened = [() => pool.end()];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    await prepare(pool, options);
    const channel = await openOutboxChannel({ url, pool, wake: signal.wake });
    opened.push(() => channel.close());
    await prepareSchema(options);
    return createStore({ pool, seal, signal, notify: channel.notify, close });
  } catch (error) {
    await close();
    throw plainError(error);
  }
}

async function prepare(pool: pg.Pool, options: PostgresOptions): Promise<void> {
  const { url, onWait, signal, waitMs = WAIT_MS } = options;
  const client = await connectPatiently(pool, { url, waitMs, onWait, signal });
  try {
    await checkServer(databaseOn(client));
  } finally {
    client.release();
  }
}

async function prepareSchema(options: PostgresOptions): Promise<void> {
  const { url, migrations, onWait, release, waitMs = WAIT_MS, mayMigrate = true } = options;
  await withConnection({ url, connectMs: CONNECT_MS }, async (client) => {
    if (mayMigrate) await migrateDatabase(client, migrations, { lockMs: waitMs, onWait, release });
    else await assertSchema(client, migrations, release);
  });
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: 'esign',
    options: STARTUP_OPTIONS,
  });
  // A broken connection fails its query. Without these listeners it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
