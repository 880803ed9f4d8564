import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

type Client = pg.Pool | pg.PoolClient | pg.Client;

/** The query builder over a pool, or over the connection of a transaction. It does not expose the driver. */
export type Database = NodePgDatabase;

/** Beyond this many different texts, statements stay unnamed: servers keep a plan for each name and connection. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** Names a statement with parameters by its text: connections plan a named statement once. */
function named(query: string | pg.QueryConfig, values: unknown[] = []): string | pg.QueryConfig {
  if (typeof query === 'string' || query.name !== undefined || values.length === 0) return query;
  const { text } = query;
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `esign_${names.size}`);
  const name = names.get(text);
  return name === undefined ? query : { ...query, name };
}

/** The query builder over a pool or a connection. */
export function databaseOn(client: Client): Database {
  const query = (text: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(named(text, values), values);
  const naming: Client = Object.assign(Object.create(client), { query });
  return drizzle(naming);
}

/** A statement that the database refused, without the row it failed on: rows hold personal data. */
class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
  /** SQLSTATE. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor({ message, code, constraint }: pg.DatabaseError) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

const causeOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('A query failed.')) : error;

/** An error that is safe to log: without the query, its parameters and the row. */
export function plainError(error: unknown): unknown {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? new QueryFailed(cause) : cause;
}

/** True when a statement violated the constraint of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}

/** Asserts that a statement changed exactly one row. @throws {Error} when it changed none */
export function assertChanged({ rowCount }: pg.QueryResult, name: string): void {
  if (rowCount !== 1) throw new Error(`There is no ${name} to change.`);
}

/**
 * Runs queries outside of any transaction, with errors that are safe to log. Never call it from within a transaction:
 * the embedded database has one connection, so it would wait until the pool gives up.
 */
export async function ask<T>(queries: () => Promise<T>): Promise<T> {
  try {
    return await queries();
  } catch (error) {
    throw plainError(error);
  }
}

/**
 * Runs work between BEGIN and COMMIT on one connection, and returns the connection to the pool. A broken connection is
 * discarded.
 * @throws {Error} what the work threw, or that the commit did not happen
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const db = databaseOn(client);
  let broken: Error | undefined;
  try {
    await db.execute(sql`BEGIN`);
    const result = await work(db);
    const { command } = await db.execute(sql`COMMIT`);
    // After a failed statement PostgreSQL rolls back, and reports success.
    if (command !== 'COMMIT') throw new Error('A statement failed before; nothing was committed.');
    return result;
  } catch (error) {
    await db.execute(sql`ROLLBACK`).catch((failure: Error) => {
      broken = failure;
    });
    throw plainError(error);
  } finally {
    client.release(broken);
  }
}
