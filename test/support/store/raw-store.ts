import { outboxSignal } from '../../../src/service/core/outbox/queue-outbox.sql.ts';
import { poolOn } from '../../../src/service/store/embedded/pglite-pool.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { secretSeal } from '../../../src/service/webhooks/secret-seal.sql.ts';
import { SEAL_KEY, startInMemory } from './database.ts';

/** A store in memory, whose database can be changed behind its back. */
export interface RawStore {
  readonly store: DocumentStore;
  query(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Opens an empty store in memory; `store.close` closes its database. */
export async function openRawStore(): Promise<RawStore> {
  const db = await startInMemory();
  const pool = poolOn(db);
  const close = () => pool.end().then(() => db.close());
  const store = createStore({ pool, seal: secretSeal(SEAL_KEY), signal: outboxSignal(), close });
  return { store, query: (text, values) => pool.query(text, values && [...values]) };
}
