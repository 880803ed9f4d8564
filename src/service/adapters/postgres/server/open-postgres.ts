import pg from 'pg';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { migrateDatabase } from '../migrate-database.ts';
import { outboxSignal } from '../outbox/outbox-signal.ts';
import { createStore } from '../store.ts';
import { secretSeal } from '../webhooks/secret-seal.ts';
import { openOutboxChannel } from './outbox-channel.ts';

const CONNECTIONS = 20;
const CONNECT_MS = 10_000;
/**
 * Plans must not depend on statistics: one made while the queue was empty would scan all of it from then on. No statement
 * here runs long enough to be worth compiling.
 */
const PLANNING = Object.entries({
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
/** An abandoned transaction would hold its locks forever. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** Options of the store on a PostgreSQL server. */
export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`. */
  readonly url: string;
  readonly migrations: URL;
  /** 32 bytes; seals stored secrets. The same in every process. */
  readonly sealKey: Buffer;
  /** Keys that only open. */
  readonly formerSealKeys?: readonly Buffer[];
}

/**
 * Migrates the database of a PostgreSQL server (15 or newer) and opens the store on it, in any number of processes.
 * @throws {Error} when the server cannot be reached or refuses a migration
 */
export async function openPostgresStore(options: PostgresOptions): Promise<DocumentStore> {
  const { url, migrations, sealKey, formerSealKeys } = options;
  const seal = secretSeal(sealKey, formerSealKeys);
  await migrate(url, migrations);
  const signal = outboxSignal();
  const pool = openPool(url, { max: CONNECTIONS });
  const channel = await openOutboxChannel({ url, pool, wake: signal.wake });
  const close = async () => {
    await channel.close();
    await pool.end();
  };
  return createStore({ pool, seal, signal, notify: channel.notify, close });
}

async function migrate(url: string, migrations: URL): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    await migrateDatabase(client, migrations);
  } finally {
    await client.end();
  }
}

function openPool(url: string, own: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...own,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'esign',
    options: PLANNING,
  });
  // A broken connection fails its query; without these listeners it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
