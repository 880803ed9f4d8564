import type { Pool } from 'pg';
import type { Database } from './database.ts';
import { databaseOn, plainError } from './database.ts';

/**
 * Runs work between BEGIN (and what else is to go with it) and COMMIT on one connection, which goes back to the pool whatever happens; one that no
 * longer answers is thrown away.
 * @throws {Error} what the work threw, or that the commit did not happen
 */
export async function runTransaction<T>(
  pool: Pool,
  work: (db: Database) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(databaseOn(client));
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers a COMMIT after a failed statement with success and the word ROLLBACK.
    if (command !== 'COMMIT') throw new Error('A statement failed before; nothing was committed.');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw plainError(error);
  } finally {
    client.release(broken);
  }
}
