import { pathToFileURL } from 'node:url';
import { readTemplate, writeTemplate } from '../../src/service/store/embedded/template.ts';
import { hashMigrations } from '../../src/service/store/migrate-database.ts';
import { ASSETS } from './paths.ts';

/** Writes the already migrated database that a first start unpacks, unless it is there and as new as the migrations. */
export async function buildTemplate(): Promise<void> {
  const assets = pathToFileURL(`${ASSETS}/`);
  const template = new URL('database.tar.gz', assets);
  const migrations = new URL('migrations/', assets);
  const made = await readTemplate(template).catch(() => undefined);
  if (made?.migrations !== (await hashMigrations(migrations))) {
    await writeTemplate(template, migrations);
  }
}
