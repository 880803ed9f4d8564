import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { plainError } from './database.ts';

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
