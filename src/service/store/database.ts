import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { AuditEntry } from '../../contract/audit-chain.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { connectionError, plainError } from './plain-error.ts';

type Client = pg.Pool | pg.PoolClient | pg.Client;

/** The query builder over a pool or a transaction's connection. It hides the driver. */
export type Database = NodePgDatabase;

/** Keeps secrets in the database unreadable without the service's key. */
export interface SecretSeal {
  /** AES-256-GCM under the newest key, bound to the owning row. */
  seal(secret: string, owner: string): Buffer;
  /** @throws {Error} when its key is missing, or when it was sealed for another row or changed */
  open(sealed: Buffer, owner: string): string;
  isNewest(sealed: Buffer): boolean;
}

export type SealedDatabase = Database & { readonly seal: SecretSeal };

/** A connection with an open transaction. Locks last until it ends. */
export interface Transaction extends NodePgDatabase {
  readonly seal: SecretSeal;
  /** Ends of trails that this transaction has locked, by document; undefined for no entry. */
  readonly trailEnds: Map<string, Pick<AuditEntry, 'seq' | 'hash'> | undefined>;
  /** Call after queueing something, so that the commit wakes the outbox. */
  readonly noteQueued: () => void;
  /** Call with endpoints whose event was skipped because of a full backlog. */
  readonly noteFull: (endpointIds: readonly string[]) => void;
}

/** Further statements stay unnamed, since servers keep a plan per name and connection. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** Names a statement with parameters, so that each connection plans it once. */
function named(query: string | pg.QueryConfig, values: unknown[] = []): string | pg.QueryConfig {
  if (typeof query === 'string' || query.name !== undefined || values.length === 0) return query;
  const { text } = query;
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `esign_${names.size}`);
  const name = names.get(text);
  return name === undefined ? query : { ...query, name };
}

export function databaseOn(client: Client): Database {
  const query = (text: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(named(text, values), values);
  const naming: Client = Object.assign(Object.create(client), { query });
  return drizzle(naming);
}

/** Runs work on a connection of its own. */
export async function withConnection<Result>(
  { url, connectMs }: { readonly url: string; readonly connectMs: number },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  // A broken connection fails its query. Without a listener it would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes something once per database, such as a prepared statement. */
export function oncePerDatabase<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const all = new WeakMap<Database, Made>();
  return (db) => {
    const made = all.get(db) ?? make(db);
    all.set(db, made);
    return made;
  };
}

/** Asserts that exactly one row changed. @throws {Error} otherwise */
export function assertChanged({ rowCount }: pg.QueryResult, name: string): void {
  if (rowCount !== 1) throw new Error(`There is no ${name} to change.`);
}

/**
 * Runs queries outside of transactions, with errors that are safe to log. Never call it inside one:
 * the embedded database has one connection, so it would wait until the pool times out.
 */
export async function ask<T>(queries: () => Promise<T>): Promise<T> {
  try {
    return await queries();
  } catch (error) {
    throw plainError(error);
  }
}

/**
 * Runs work in a transaction. Discards its connection if broken, or if the server takes no work: it
 * may have become a read-only copy.
 * @throws {StoreUnavailable} {Error} what the work threw, or that the commit did not happen
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  const db = databaseOn(client);
  let broken = false;
  try {
    await db.execute(sql`BEGIN`);
    const result = await work(db);
    const { command } = await db.execute(sql`COMMIT`);
    // After a failed statement, COMMIT rolls back and reports success.
    if (command !== 'COMMIT') throw new Error('A statement failed before; nothing was committed.');
    return result;
  } catch (error) {
    const plain = plainError(error);
    broken = plain instanceof StoreUnavailable || !(await hasRolledBack(db));
    throw plain;
  } finally {
    client.release(broken);
  }
}

const hasRolledBack = (db: Database): Promise<boolean> =>
  db.execute(sql`ROLLBACK`).then(
    () => true,
    () => false,
  );

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw connectionError(error);
  }
}
