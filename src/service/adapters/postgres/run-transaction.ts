import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { databaseOn, plainError } from './database.ts';

/**
 * Runs work between BEGIN and COMMIT on one connection, which goes back to the pool whatever happens; one that no longer
 * answers is thrown away.
 * @throws {Error} what the work threw, or that the commit did not happen
 */
export async function runTransaction<T>(
  pool: Pool,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
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

/**
 * Runs one statement between BEGIN (and what else is to go with it) and COMMIT. Where the pool's connections pipeline,
 * none of them waits for the answer to the one before: they take one way there and back.
 * @throws {Error} what the statement threw, or that the commit did not happen
 */
export async function runInOneGo<Row extends QueryResultRow>(
  pool: Pool,
  query: QueryConfig,
  begin: string,
): Promise<Row[]> {
  const client = await pool.connect();
  const sent = [];
  for (const statement of [begin, query, 'COMMIT']) {
    const answer = client.query<Row>(statement);
    sent.push(answer);
    if (!pool.options.pipeline) await answer.catch(() => undefined);
  }
  const [, , committed] = await Promise.allSettled(sent);
  client.release(committed?.status === 'rejected');
  try {
    const [, done] = await Promise.all(sent);
    return done?.rows ?? [];
  } catch (error) {
    throw plainError(error);
  }
}
