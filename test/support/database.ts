import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openEmbeddedStore } from '../../src/service/adapters/postgres/embedded/open-embedded.ts';
import { writeTemplate } from '../../src/service/adapters/postgres/embedded/template.ts';
import { hashMigrations } from '../../src/service/adapters/postgres/migrate-database.ts';
import type { DocumentStore } from '../../src/service/ports/document-store.ts';

/** The migrations as they are in the sources. */
export const MIGRATIONS = new URL(
  '../../src/service/adapters/postgres/migrations/',
  import.meta.url,
);

/** 32 bytes that test stores seal secrets with. */
export const SEAL_KEY = Buffer.alloc(32, 7);

/** A template of an empty database, made once for each state of the migrations and kept between runs. */
export async function testTemplate(): Promise<URL> {
  const cache = new URL('../../node_modules/.cache/esign/', import.meta.url);
  const folder = new URL(`${await hashMigrations(MIGRATIONS)}/`, cache);
  const template = new URL('database.tar', folder);
  if (existsSync(template)) return template;
  const part = new URL(`part-${randomUUID()}/`, cache);
  await mkdir(part, { recursive: true });
  await writeTemplate(new URL('database.tar', part), MIGRATIONS);
  // Another test process may have been as fast: either one's will do.
  await rename(part, folder).catch(() => rm(part, { recursive: true, force: true }));
  return template;
}

/** A fresh folder that is gone after `remove`. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'esign-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** What opens the embedded store in a folder, as tests do. */
export async function embeddedOptions(folder: string) {
  return { folder, migrations: MIGRATIONS, template: await testTemplate(), sealKey: SEAL_KEY };
}

/** An embedded store of its own, in a folder that goes when it is closed. Share one a file: it takes half a second. */
export async function openTestStore(): Promise<DocumentStore> {
  const folder = await temporaryFolder();
  const store = await openEmbeddedStore(await embeddedOptions(folder.path));
  return {
    ...store,
    close: async () => {
      await store.close();
      await folder.remove();
    },
  };
}

/** The URL of a folder's file. */
export const fileIn = (folder: string, name: string): URL => pathToFileURL(join(folder, name));
