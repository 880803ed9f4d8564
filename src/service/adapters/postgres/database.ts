import { DrizzleQueryError } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** Where queries go: a pool, or the one connection that holds a transaction. */
export type Database = NodePgDatabase;

/** The query builder over a pool or a connection. */
export const databaseOn = (client: pg.Pool | pg.PoolClient | pg.Client): Database =>
  drizzle(client);

/** The database's own error, without the query and its parameters: those hold names, mails and secrets. */
export const plainError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('A query failed.')) : error;

/** True when a statement broke the constraint of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const plain = plainError(error);
  return plain instanceof pg.DatabaseError && plain.constraint === constraint;
}

/**
 * Holds a statement to the one row it was meant for.
 * @throws {Error} when it changed none
 */
export function assertChanged({ rowCount }: pg.QueryResult, what: string): void {
  if (rowCount !== 1) throw new Error(`There is no ${what} to change.`);
}
