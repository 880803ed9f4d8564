import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { migrateDatabase } from '../migrate-database.ts';
import { outboxSignal } from '../outbox/outbox-signal.ts';
import { createStore } from '../store.ts';
import { secretSeal } from '../webhooks/secret-seal.ts';
import { listenOutbox, OUTBOX_CHANNEL } from './listen-outbox.ts';

const CONNECTIONS = 20;
const CONNECT_MS = 10_000;
/**
 * A queue never has statistics: a plan made while a table was empty would read all of it ever after, or all of a lane to
 * sort it. And no statement here runs for as long as it takes to compile.
 */
const PLANNING = Object.entries({
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');
/** A transaction that its process forgot would hold its locks for ever. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** Where the PostgreSQL server is and what the store needs. */
export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`. */
  readonly url: string;
  readonly migrations: URL;
  /** 32 bytes that secrets are sealed with; the same in every process. */
  readonly sealKey: Buffer;
}

/**
 * Opens the store on a PostgreSQL server of version 15 or newer, brought to the newest schema first. Any number of
 * processes may.
 * @throws {Error} when the server cannot be reached or refuses a migration
 */
export async function openPostgresStore(options: PostgresOptions): Promise<DocumentStore> {
  const { url, migrations, sealKey } = options;
  const seal = secretSeal(sealKey);
  await migrate(url, migrations);
  const signal = outboxSignal();
  const own = randomUUID();
  const listener = await listenOutbox(url, { own, wake: signal.wake });
  const pool = openPool(url, { max: CONNECTIONS });
  const others = tellOthers(pool, own);
  const close = async () => {
    await listener.close();
    await others.told();
    await pool.end();
  };
  return createStore({ pool, seal, signal, notify: others.tell, close });
}

/**
 * Tells other processes of commits, one statement for all that came while the one before was under way. Within the
 * transactions it would hold a lock that lets no two of them commit at once. Who misses it finds what is due by itself.
 */
function tellOthers(pool: pg.Pool, own: string) {
  let last: Promise<unknown> = Promise.resolve();
  let isAsked = false;
  const notify = () => {
    isAsked = false;
    return pool.query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, own]);
  };
  return {
    tell: (): void => {
      if (isAsked) return;
      isAsked = true;
      last = last.then(notify).catch(() => undefined);
    },
    told: () => last,
  };
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
  // A connection that breaks fails its query; without a listener it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
