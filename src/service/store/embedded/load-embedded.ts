type Embedded = typeof import('./open-embedded.ts');

const PACKAGE = '@electric-sql/pglite';

/** The optional dependency with the embedded database is not installed. */
class DatabaseMissing extends Error {
  override readonly name = 'DatabaseMissing';

  constructor(cause: unknown) {
    super(`The package ${PACKAGE}, which is the database, is not installed.`, { cause });
  }
}

/** True if the package itself was not found, as opposed to a file in it. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.startsWith(`Cannot find package '${PACKAGE}'`);

/** Loaded on first use, since a PostgreSQL server does not need it. @throws {DatabaseMissing} */
export async function loadEmbedded(): Promise<Embedded> {
  try {
    return await import('./open-embedded.ts');
  } catch (error) {
    throw isMissing(error) ? new DatabaseMissing(error) : error;
  }
}
