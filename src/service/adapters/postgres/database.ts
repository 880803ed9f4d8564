import { DrizzleQueryError } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** Where queries go: a pool, or the one connection that holds a transaction. Statements of our own go to `$client`. */
export type Database = NodePgDatabase & { readonly $client: pg.Pool | pg.ClientBase };

/** The query builder over a pool or a connection. */
export const databaseOn = (client: pg.Pool | pg.PoolClient | pg.Client): Database =>
  drizzle(client);

/** A statement that the database refused. Of its words only those that hold no row are kept: rows hold personal data. */
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

/** An error as it may be logged: without the query, its parameters and the row that it failed on. */
export function plainError(error: unknown): unknown {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? new QueryFailed(cause) : cause;
}

/** True when a statement broke the constraint of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}

/**
 * Holds a statement to the one row it was meant for.
 * @throws {Error} when it changed none
 */
export function assertChanged({ rowCount }: pg.QueryResult, what: string): void {
  if (rowCount !== 1) throw new Error(`There is no ${what} to change.`);
}
