import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { hashMigrations } from '../../../../src/service/adapters/postgres/migrate-database.ts';
import {
  isTemplateCurrent,
  readTemplate,
} from '../../../../src/service/adapters/postgres/template.ts';
import { fileIn, MIGRATIONS, temporaryFolder, testTemplate } from '../../../support/database.ts';

async function copies() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const made = await testTemplate();
  const template = fileIn(path, 'database.tar');
  await cp(made, template);
  await cp(new URL(`${made.href}.json`), new URL(`${template.href}.json`));
  await cp(MIGRATIONS, join(path, 'migrations'), { recursive: true });
  return { template, migrations: pathToFileURL(join(path, 'migrations/')) };
}

test('a template is current until a migration is added or changed', async () => {
  const { template, migrations } = await copies();
  expect(await isTemplateCurrent(template, migrations)).toBe(true);
  const guards = new URL('0001_guards.sql', migrations);
  const text = await readFile(guards, 'utf8');
  await writeFile(guards, `${text}-- changed\n`);
  expect(await isTemplateCurrent(template, migrations)).toBe(false);
  await writeFile(guards, text);
  expect(await isTemplateCurrent(template, migrations)).toBe(true);
  await writeFile(new URL('0002_more.sql', migrations), 'SELECT 1;');
  expect(await isTemplateCurrent(template, migrations)).toBe(false);
});

test('a template of another PostgreSQL is not current and not used', async () => {
  const { template, migrations } = await copies();
  const made = { postgres: 17, migrations: await hashMigrations(migrations) };
  await writeFile(new URL(`${template.href}.json`), JSON.stringify(made));
  expect(await isTemplateCurrent(template, migrations)).toBe(false);
  expect(await readTemplate(template)).toBeUndefined();
});
