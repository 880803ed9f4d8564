import { openEmbeddedStore } from '../../../src/service/store/embedded/open-embedded.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { MIGRATIONS, SEAL_KEY } from '../store/database.ts';

/** Where the store of a process lies that is killed. */
export interface VictimStore {
  readonly database: { readonly folder: string } | { readonly url: string };
  readonly migrations: string;
  /** Hexadecimal. */
  readonly sealKey: string;
}

/** What a process is told, so that it opens the test's database. */
export const toldStore = (database: VictimStore['database']): VictimStore => ({
  database,
  migrations: MIGRATIONS.href,
  sealKey: SEAL_KEY.toString('hex'),
});

/** Opens the store that the process was told of. */
export async function openVictimStore(told: VictimStore): Promise<DocumentStore> {
  const parts = {
    migrations: new URL(told.migrations),
    sealKey: Buffer.from(told.sealKey, 'hex'),
  };
  const { database } = told;
  return 'url' in database
    ? await openPostgresStore({ ...database, ...parts })
    : await openEmbeddedStore({ ...database, ...parts });
}
