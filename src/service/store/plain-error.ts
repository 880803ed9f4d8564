import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

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

/**
 * SQLSTATEs of a server that takes no work now: 08 connection, 57P shutdown or start, 53300 no connection left, 25006 read-only,
 * as after a failover, 57014 a statement that took longer than it may.
 */
const SERVER_TROUBLE = /^(08...|57P..|53300|25006|57014)$/;

/** The network's errors, and the absence of a server's socket file. */
const NETWORK_TROUBLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** The driver gives its own errors no code. */
const DRIVER_TROUBLE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed))/;

function isTrouble(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause instanceof pg.DatabaseError) return SERVER_TROUBLE.test(cause.code ?? '');
  return (
    NETWORK_TROUBLE.has(String(Reflect.get(cause, 'code'))) || DRIVER_TROUBLE.test(cause.message)
  );
}

const causeOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('A query failed.')) : error;

/** An error of the driver while it connected or asked: safe to log, and typed when the database is out of reach. */
export function connectionError(cause: unknown): unknown {
  const plain = cause instanceof pg.DatabaseError ? new QueryFailed(cause) : cause;
  return isTrouble(cause) ? new StoreUnavailable({ cause: plain }) : plain;
}

/**
 * An error that is safe to log: without the query, its parameters and the row. What no query caused is left as it is.
 * A database that is out of reach becomes `StoreUnavailable`.
 */
export function plainError(error: unknown): unknown {
  const isOfDriver = error instanceof DrizzleQueryError || error instanceof pg.DatabaseError;
  return isOfDriver ? connectionError(causeOf(error)) : error;
}

/** True when a statement waited for a lock for longer than it may. */
export function isLockTimeout(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.code === '55P03';
}

/** True when a statement violated the constraint of this name. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}
