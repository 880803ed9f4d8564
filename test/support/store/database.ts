import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { MemoryFS } from '@electric-sql/pglite';
import { outboxSignal } from '../../../src/service/core/outbox/queue-outbox.sql.ts';
import { startPGlite } from '../../../src/service/store/embedded/open-embedded.ts';
import { poolOn } from '../../../src/service/store/embedded/pglite-pool.ts';
import { readTemplate, writeTemplate } from '../../../src/service/store/embedded/template.ts';
import { hashMigrations } from '../../../src/service/store/migrate-database.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { secretSeal } from '../../../src/service/webhooks/secret-seal.sql.ts';
import { removeFolder } from '../remove-folder.ts';

/** The migrations as they are in the sources. */
export const MIGRATIONS = new URL('../../../src/service/store/migrations/', import.meta.url);

/** 32 bytes that test stores seal secrets with. */
export const SEAL_KEY = Buffer.alloc(32, 7);

/** A template of an empty database, made once for each state of the migrations and kept between runs. */
export async function testTemplate(): Promise<URL> {
  const cache = new URL('../../../node_modules/.cache/esign/', import.meta.url);
  const folder = new URL(`${await hashMigrations(MIGRATIONS)}/`, cache);
  const template = new URL('database.tar', folder);
  if (existsSync(template)) return template;
  const part = new URL(`part-${randomUUID()}/`, cache);
  await mkdir(part, { recursive: true });
  await writeTemplate(new URL('database.tar', part), MIGRATIONS);
  // Another test process may have been as fast: either one's will do.
  await rename(part, folder).catch(() => removeFolder(part));
  return template;
}

/** A fresh folder that is gone after `remove`. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'esign-test-'));
  return { path, remove: () => removeFolder(path) };
}

/** What opens the embedded store in a folder, as tests do. */
export async function embeddedOptions(folder: string) {
  return { folder, migrations: MIGRATIONS, template: await testTemplate(), sealKey: SEAL_KEY };
}

const idle: PGlite[] = [];

/** PGlite in memory, with the schema and nothing else. */
export async function startInMemory(): Promise<PGlite> {
  return await startPGlite({ fs: new MemoryFS(), loadDataDir: await templateTar() });
}

/** The template as PGlite loads it. */
export async function templateTar(): Promise<Blob> {
  const template = await readTemplate(await testTemplate());
  return new Blob([template?.tar ?? '']);
}

/** Empties each table. Triggers that guard some of them rest meanwhile. */
const EMPTY = `SET session_replication_role = replica;
DO $$ BEGIN
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', tablename), ', ') || ' RESTART IDENTITY'
    FROM pg_tables WHERE schemaname = 'public');
END $$`;

/** Two stores on one empty database in memory, and on its one connection; close the first one last. */
export async function openTestStores(): Promise<[DocumentStore, DocumentStore]> {
  const db = idle.pop() ?? (await startInMemory());
  const pool = poolOn(db);
  const close = async () => {
    await pool.end();
    await db.exec(EMPTY);
    idle.push(db);
  };
  const shared = { pool, seal: secretSeal(SEAL_KEY), signal: outboxSignal() };
  const other = createStore({ ...shared, close: async () => undefined });
  return [createStore({ ...shared, close }), other];
}

/** An empty store in memory. Once it is closed, its database serves another test file of this process. */
export async function openTestStore(): Promise<DocumentStore> {
  const [store] = await openTestStores();
  return store;
}

/** The URL of a folder's file. */
export const fileIn = (folder: string, name: string): URL => pathToFileURL(join(folder, name));
