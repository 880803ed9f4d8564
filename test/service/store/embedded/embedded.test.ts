import { describe } from 'vitest';
import { openEmbeddedStore } from '../../../../src/service/store/embedded/open-embedded.ts';
import { poolOn } from '../../../../src/service/store/embedded/pglite-pool.ts';
import type { DocumentStore } from '../../../../src/service/store/store.ts';
import {
  embeddedOptions,
  startInMemory,
  temporaryFolder,
} from '../../../support/store/database.ts';
import { verifyDocumentStore } from '../../ports/verify-document-store.ts';
import type { RawDatabase } from '../verify-guards.ts';
import { verifyGuards } from '../verify-guards.ts';

async function openOnDisk(): Promise<DocumentStore> {
  const folder = await temporaryFolder();
  const store = await openEmbeddedStore(await embeddedOptions(folder.path));
  return { ...store, close: () => store.close().then(folder.remove) };
}

async function openGuarded(): Promise<RawDatabase> {
  const db = await startInMemory();
  const pool = poolOn(db);
  const close = () => pool.end().then(() => db.close());
  return { query: (text) => pool.query(text), close };
}

describe('PGlite', () => {
  describe('the store', () => verifyDocumentStore(openOnDisk));
  describe('the guards', () => verifyGuards(openGuarded));
});
