import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { Database } from './database.ts';
import { databaseOn, plainError } from './database.ts';
import { runTransaction } from './run-transaction.ts';

/** A pool that notices when it is asked from within an open transaction, which on one connection waits for ever. */
export interface StorePool {
  /** The query builder whose statements each take a connection; only for `ask`. */
  readonly db: Database;
  /** Runs queries outside of any transaction. @throws {Error} when called within one */
  ask<T>(queries: () => Promise<T>): Promise<T>;
  /** @throws {Error} when called within another one */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** Guards a pool. */
export function storePool(pool: Pool): StorePool {
  // An object and not a flag: what a transaction started and left running may ask once it is over.
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  const assertOutside = () => {
    if (!current.getStore()?.isOpen) return;
    throw new Error('The store was asked within an open transaction; use the transaction itself.');
  };
  return {
    db: databaseOn(pool),
    ask: async (queries) => {
      assertOutside();
      try {
        return await queries();
      } catch (error) {
        throw plainError(error);
      }
    },
    transaction: async (work) => {
      assertOutside();
      const here = { isOpen: true };
      try {
        return await current.run(here, () => runTransaction(pool, work));
      } finally {
        here.isOpen = false;
      }
    },
  };
}
