import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { MIGRATIONS, SEAL_KEY } from '../store/database.ts';

/** Where the store of a process lies that is killed. */
export interface VictimStore {
  readonly url: string;
  readonly migrations: string;
  /** Hexadecimal. */
  readonly sealKey: string;
}

/** What a process is told, so that it opens the test's database. */
export const toldStore = (url: string): VictimStore => ({
  url,
  migrations: MIGRATIONS.href,
  sealKey: SEAL_KEY.toString('hex'),
});

/** Opens the store that the process was told of. */
export const openVictimStore = ({
  url,
  migrations,
  sealKey,
}: VictimStore): Promise<DocumentStore> =>
  openPostgresStore({
    url,
    migrations: new URL(migrations),
    sealKey: Buffer.from(sealKey, 'hex'),
  });
