import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

type RefusalReason =
  | 'unreachable'
  | 'login'
  | 'version'
  | 'read_only'
  | 'settings'
  | 'notifications'
  | 'locked';

/** The database cannot be used as it is. The message says why, and what to change. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A failed statement, without the row it failed on: rows hold personal data. */
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

// SQLSTATEs of a server that takes no work: 08 connection, 57P shutdown or start, 53300 too many
// connections, 25006 read-only, as after a failover, 57014 statement timeout.
const SERVER_TROUBLE = /^(08...|57P..|53300|25006|57014)$/;

/** Network errors, and a missing socket file (ENOENT). */
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

/** The driver's own errors have no code. */
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

/** Makes a connection or query error safe to log, or `StoreUnavailable` if out of reach. */
export function connectionError(cause: unknown): unknown {
  const plain = cause instanceof pg.DatabaseError ? new QueryFailed(cause) : cause;
  return isTrouble(cause) ? new StoreUnavailable({ cause: plain }) : plain;
}

/** Makes an error safe to log: no query, parameters, row. Out of reach: `StoreUnavailable`. */
export function plainError(error: unknown): unknown {
  const isOfDriver = error instanceof DrizzleQueryError || error instanceof pg.DatabaseError;
  return isOfDriver ? connectionError(causeOf(error)) : error;
}

/** True when a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.code === '55P03';
}

export function isViolationOf(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}
