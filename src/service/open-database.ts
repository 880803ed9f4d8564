import { findAssets } from './assets.ts';
import { loadEmbedded } from './store/embedded/load-embedded.ts';
import type { PostgresOptions } from './store/server/open-postgres.ts';
import { openPostgresStore } from './store/server/open-postgres.ts';
import type { DocumentStore } from './store/store.ts';

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
export interface ServiceKeys {
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
  [sealKey, ...formerSealKeys]: ServiceKeys['sealing'],
): Promise<DocumentStore> {
  const { migrations, template } = findAssets(import.meta.url);
  if ('url' in place) return openPostgresStore({ ...place, migrations, sealKey, formerSealKeys });
  const { openEmbeddedStore } = await loadEmbedded();
  return await openEmbeddedStore({ ...place, migrations, template, sealKey });
}
