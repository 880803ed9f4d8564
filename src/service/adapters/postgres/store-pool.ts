import type { Pool } from 'pg';
import type { Database } from './database.ts';
import { databaseOn, plainError } from './database.ts';
import { runTransaction } from './run-transaction.ts';

/** The two ways into a database: a query by itself, and a transaction. */
export interface StorePool {
  /** The query builder whose statements each take a connection; only for `ask`. */
  readonly db: Database;
  /**
   * Runs queries outside of any transaction. Never from within one: where there is one connection, that waits until the
   * pool gives up.
   */
  ask<T>(queries: () => Promise<T>): Promise<T>;
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** Both ways over one pool, with errors that hold no row. */
export function storePool(pool: Pool): StorePool {
  return {
    db: databaseOn(pool),
    ask: async (queries) => {
      try {
        return await queries();
      } catch (error) {
        throw plainError(error);
      }
    },
    transaction: (work) => runTransaction(pool, work),
  };
}
