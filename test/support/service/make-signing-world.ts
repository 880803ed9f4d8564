import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { sharedPdfWorkers } from '../pdf/pdf-worker.ts';
import { removeFolder } from '../remove-folder.ts';
import { openAnyStore } from '../store/any-store.ts';
import type { SigningWorld } from './signing-world.ts';
import { openSigningWorld } from './signing-world.ts';

/** The use cases' parts on a store, by default a new one, and in a new folder, for all tests of a file; closed and removed after them. */
export async function makeSigningWorld(given?: DocumentStore): Promise<SigningWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-signing-'));
  const pdf = await sharedPdfWorkers();
  const world = await openSigningWorld(folder, { store: given ?? (await openAnyStore()), pdf });
  afterAll(async () => {
    await world.close();
    await removeFolder(folder);
  });
  return world;
}
