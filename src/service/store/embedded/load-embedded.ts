type Embedded = typeof import('./open-embedded.ts');

const PACKAGE = '@electric-sql/pglite';

/** The package of the embedded database is not installed: it is an optional dependency. */
class DatabaseMissing extends Error {
  override readonly name = 'DatabaseMissing';

  constructor(cause: unknown) {
    super(`The package ${PACKAGE}, which is the database, is not installed.`, { cause });
  }
}

/** True if the package itself was not found, not a file of it. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.startsWith(`Cannot find package '${PACKAGE}'`);

/**
 * Loads the embedded database only when it is used, so that a service on a PostgreSQL server runs without its package.
 * @throws {DatabaseMissing}
 */
export async function loadEmbedded(): Promise<Embedded> {
  try {
    return await import('./open-embedded.ts');
  } catch (error) {
    throw isMissing(error) ? new DatabaseMissing(error) : error;
  }
}
