import { sql } from 'drizzle-orm';
import pg from 'pg';
import { databaseOn } from '../database.ts';
import { plainError } from '../plain-error.ts';

const CONNECT_MS = 5_000;
const VERSIONS_OF_A_MAJOR = 10_000;

export interface ProbedDatabase {
  readonly major: number;
  /** True for a standby, or a database set to read-only. */
  readonly isReadOnly: boolean;
  readonly now: Date;
  /** True if it is migrated but has no search index, because `pg_trgm` is missing. */
  readonly lacksSearchIndex: boolean;
}

/** The database does not answer. The message says why, without the password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(error: unknown) {
    const { message, code = '' }: { message?: string; code?: string } = Object(error);
    super(message || code, { cause: error });
  }
}

/** Asks a server for version, clock, and whether it takes writes. @throws {DatabaseUnusable} */
export async function probeDatabase(url: string): Promise<ProbedDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await databaseOn(client).execute<{
      major: number;
      read_only: boolean;
      ms: number;
      lacks: boolean;
    }>(sql`
      SELECT current_setting('server_version_num')::int / ${VERSIONS_OF_A_MAJOR}::int AS major,
        current_setting('transaction_read_only')::boolean AS read_only,
        extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms,
        to_regclass('documents_search') IS NULL AND EXISTS (SELECT FROM pg_attribute
          WHERE attrelid = to_regclass('documents') AND attname = 'search') AS lacks`);
    const [row] = rows;
    if (row === undefined) throw new Error('no answer');
    const { major, read_only: isReadOnly, ms, lacks: lacksSearchIndex } = row;
    return { major, isReadOnly, now: new Date(ms), lacksSearchIndex };
  } catch (error) {
    throw new DatabaseUnusable(plainError(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}
