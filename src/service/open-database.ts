import { findAssets } from './assets.ts';
import type { PostgresOptions } from './store/open-postgres.ts';
import { openPostgresStore } from './store/open-postgres.ts';
import type { DocumentStore } from './store/store.ts';

type Embedded = typeof import('./store/embedded/open-embedded.ts');

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
async function loadEmbedded(): Promise<Embedded> {
  try {
    return await import('./store/embedded/open-embedded.ts');
  } catch (error) {
    throw isMissing(error) ? new DatabaseMissing(error) : error;
  }
}

/** A folder for the embedded database, or a PostgreSQL server. */
export type DatabasePlace =
  | { readonly folder: string }
  | Pick<
      PostgresOptions,
      'url' | 'poolSize' | 'waitMs' | 'onWait' | 'signal' | 'release' | 'mayMigrate'
    >;

/** 32 bytes each, the newest first; former keys still open what they made. */
type KeyRing = readonly [newest: Buffer, ...former: Buffer[]];

/** The same in every process. */
export interface DatabaseKeys {
  /** Authorise links. */
  readonly links: KeyRing;
  /** Seal the secrets in the database. */
  readonly sealing: KeyRing;
}

/**
 * Opens the database, migrated to the newest schema.
 * @throws {DataFolderInUse} when another process has the embedded database open
 * @throws {DatabaseMissing} when the embedded database's package is not installed
 * @throws {DatabaseRefused} when the service cannot work on the server's database
 */
export async function openDatabase(
  place: DatabasePlace,
  [sealKey, ...formerSealKeys]: DatabaseKeys['sealing'],
): Promise<DocumentStore> {
  const { migrations, template } = findAssets(import.meta.url);
  if ('url' in place) return openPostgresStore({ ...place, migrations, sealKey, formerSealKeys });
  const { openEmbeddedStore } = await loadEmbedded();
  return await openEmbeddedStore({ ...place, migrations, template, sealKey });
}
