import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import type { Database } from './database.ts';
import { databaseOn, withConnection } from './database.ts';
import { connectionError, DatabaseRefused, plainError } from './plain-error.ts';

const CONNECT_MS = 5_000;
const VERSIONS_OF_A_MAJOR = 10_000;

interface ProbedDatabase {
  readonly major: number;
  /** True for a standby, or a database set to read-only. */
  readonly isReadOnly: boolean;
  readonly now: Date;
  /** True if it is migrated but has no search index, because `pg_trgm` is missing. */
  readonly lacksSearchIndex: boolean;
}

/** The database does not answer. The message says why, without the password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(error: unknown) {
    const { message, code = '' }: { message?: string; code?: string } = Object(error);
    super(message || code, { cause: error });
  }
}

/** Asks a server for version, clock, and whether it takes writes. @throws {DatabaseUnusable} */
export async function probeDatabase(url: string): Promise<ProbedDatabase> {
  try {
    return await withConnection({ url, connectMs: CONNECT_MS }, probe);
  } catch (error) {
    throw new DatabaseUnusable(plainError(error));
  }
}

async function probe(client: pg.Client): Promise<ProbedDatabase> {
  const { rows } = await databaseOn(client).execute<{
    major: number;
    isReadOnly: boolean;
    ms: number;
    lacksSearchIndex: boolean;
  }>(sql`
    SELECT current_setting('server_version_num')::int / ${VERSIONS_OF_A_MAJOR}::int AS major,
      current_setting('transaction_read_only')::boolean AS "isReadOnly",
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms,
      to_regclass('documents_search') IS NULL AND EXISTS (SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('documents') AND attname = 'search') AS "lacksSearchIndex"`);
  const [row] = rows;
  if (row === undefined) throw new Error('no answer');
  const { ms, ...probed } = row;
  return { ...probed, now: new Date(ms) };
}

/** Older releases are untested. */
const OLDEST_MAJOR = 15;
const RETRY_MS = 1000;

// Settings of every connection. Plans must not depend on statistics: one made while the queue was
// empty would keep scanning all of it. No statement runs long enough to be worth compiling. An
// abandoned transaction would hold its locks forever.
const SETTINGS: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
};

export const STARTUP_OPTIONS = Object.entries(SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const POOLER = 'Connect to PostgreSQL itself instead.';

/** SQLSTATEs of connections that waiting does not help. */
const REFUSALS: Readonly<Record<string, ConstructorParameters<typeof DatabaseRefused>>> = {
  '08P01': [
    'settings',
    `The database refuses the settings that connections start with, as pgbouncer does. ${POOLER}`,
  ],
  '28P01': ['login', 'The database refuses the user or the password in its URL.'],
  '28000': ['login', 'The database refuses the user in its URL, or this address.'],
  '3D000': ['login', 'The server has no database of the name in its URL. Create it first.'],
};

export interface Patience {
  readonly url: string;
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once, with a sentence, when waiting begins. */
  readonly onWait?: ((sentence: string) => void) | undefined;
}

/**
 * Waits for a server that is starting.
 * @throws {DatabaseRefused} when it refuses the connection, or stays out of reach
 */
export async function connectPatiently(
  pool: pg.Pool,
  { url, waitMs, onWait, signal }: Patience,
): Promise<pg.PoolClient> {
  const { host, port } = new pg.Client({ connectionString: url });
  const place = `PostgreSQL at ${host}:${port}`;
  const until = Date.now() + waitMs;
  for (let tries = 0; ; tries += 1) {
    const connected = await pool.connect().catch(unavailable);
    if (!(connected instanceof StoreUnavailable)) return connected;
    if (Date.now() >= until) throw outOfReach(place, waitMs, connected);
    if (tries === 0)
      onWait?.(`${place} cannot be reached yet. Waiting for up to ${waitMs / 1000} seconds.`);
    await pause(RETRY_MS, undefined, signal ? { signal } : {});
  }
}

function outOfReach(place: string, waitMs: number, cause: StoreUnavailable): DatabaseRefused {
  const within = waitMs === 0 ? '' : ` within ${waitMs / 1000} seconds`;
  const sentence = `${place} could not be reached${within}. Check its address, and that it runs and has connections left.`;
  return new DatabaseRefused('unreachable', sentence, { cause });
}

/** Returns a failure that waiting may help, and throws any other. */
function unavailable(error: unknown): StoreUnavailable {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  const refusal = REFUSALS[code];
  if (refusal) throw new DatabaseRefused(...refusal);
  const plain = connectionError(error);
  if (plain instanceof StoreUnavailable) return plain;
  throw plain;
}

/** Checks version, role and settings. @throws {DatabaseRefused} when the service would not work */
export async function checkServer(db: Database): Promise<void> {
  const { rows } = await db.execute<{ version: string; read_only: string }>(
    sql`SELECT current_setting('server_version') AS version,
      current_setting('transaction_read_only') AS read_only`,
  );
  const { version = '', read_only } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    const sentence = `The server is PostgreSQL ${version}. The service needs PostgreSQL ${OLDEST_MAJOR} or newer.`;
    throw new DatabaseRefused('version', sentence);
  }
  if (read_only === 'on') {
    const sentence =
      'The database is read-only: it is a standby, or default_transaction_read_only is on. Connect to the primary server.';
    throw new DatabaseRefused('read_only', sentence);
  }
  await checkSettings(db);
}

async function checkSettings(db: Database): Promise<void> {
  const names = sql.param(Object.keys(SETTINGS));
  const { rows } = await db.execute<{ name: string; value: string }>(
    sql`SELECT name, current_setting(name) AS value FROM unnest(${names}::text[]) AS name`,
  );
  const other = rows.find(({ name, value }) => SETTINGS[name] !== value);
  if (!other) return;
  const { name, value } = other;
  const sentence = `Connections start with ${name} = ${SETTINGS[name]}, but the database has ${value}: something between drops the setting, such as a pooler, or the URL has options of its own. ${POOLER}`;
  throw new DatabaseRefused('settings', sentence);
}
