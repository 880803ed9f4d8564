import { readFile, rename, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import type { DataVersion } from './data-folder.ts';
import { POSTGRES_MAJOR, readVersion } from './data-folder.ts';
import { hashMigrations, migrateDatabase } from './migrate-database.ts';
import { poolOn } from './pglite-pool.ts';

const versionPath = (template: URL): URL => new URL(`${template.href}.json`);

/** An empty, migrated database to unpack: starting from it spares the making of one. */
export interface Template extends DataVersion {
  readonly tar: Blob;
}

/**
 * Makes a template: a tar of an empty, migrated database, gzipped when its name ends in `.gz`, and beside it, in
 * `<name>.json`, what it was made from.
 */
export async function writeTemplate(template: URL, migrations: URL): Promise<void> {
  const db = await PGlite.create();
  try {
    const pool = poolOn(db);
    const client = await pool.connect();
    await migrateDatabase(client, migrations);
    await client.query('CHECKPOINT');
    client.release();
    await pool.end();
    const dump = await db.dumpDataDir('none');
    const tar = Buffer.from(await dump.arrayBuffer());
    const bytes = template.pathname.endsWith('.gz') ? gzipSync(tar, { level: 9 }) : tar;
    const made: DataVersion = {
      postgres: POSTGRES_MAJOR,
      migrations: await hashMigrations(migrations),
    };
    const part = new URL(`${template.href}.part`);
    await writeFile(part, bytes);
    await writeFile(versionPath(template), `${JSON.stringify(made)}\n`);
    await rename(part, template);
  } finally {
    await db.close();
  }
}

/** True when a template was made from these migrations, for this release of PostgreSQL. */
export async function isTemplateCurrent(template: URL, migrations: URL): Promise<boolean> {
  const made = await readVersion(versionPath(template));
  if (made?.postgres !== POSTGRES_MAJOR) return false;
  return made.migrations === (await hashMigrations(migrations));
}

/** Reads a template; undefined when it was made for another release of PostgreSQL. */
export async function readTemplate(template: URL): Promise<Template | undefined> {
  const made = await readVersion(versionPath(template));
  if (made?.postgres !== POSTGRES_MAJOR) return undefined;
  const type = template.pathname.endsWith('.gz') ? 'application/gzip' : 'application/x-tar';
  return { ...made, tar: new Blob([await readFile(template)], { type }) };
}
