import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readTemplate, unpackTemplate } from '../../../../src/service/store/embedded/template.ts';
import { hashMigrations } from '../../../../src/service/store/migrate-database.ts';
import { MIGRATIONS, temporaryFolder, testTemplate } from '../../../support/store/database.ts';

async function copies() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const made = await testTemplate();
  const template = pathToFileURL(join(path, 'database.tar'));
  await cp(made, template);
  await cp(new URL(`${made.href}.json`), new URL(`${template.href}.json`));
  await cp(MIGRATIONS, join(path, 'migrations'), { recursive: true });
  const migrations = pathToFileURL(join(path, 'migrations/'));
  const isCurrent = async () =>
    (await readTemplate(template))?.migrations === (await hashMigrations(migrations));
  return { template, migrations, isCurrent };
}

test('a template is current until a migration is added or changed', async () => {
  const { migrations, isCurrent } = await copies();
  expect(await isCurrent()).toBe(true);
  const schema = new URL('0000_schema.sql', migrations);
  const text = await readFile(schema, 'utf8');
  await writeFile(schema, `${text}-- changed\n`);
  expect(await isCurrent()).toBe(false);
  await writeFile(schema, text);
  expect(await isCurrent()).toBe(true);
  await writeFile(new URL('0001_more.sql', migrations), 'SELECT 1;');
  expect(await isCurrent()).toBe(false);
});

test('a template of another PostgreSQL is not used', async () => {
  const { template, migrations } = await copies();
  const made = { postgres: 17, migrations: await hashMigrations(migrations) };
  await writeFile(new URL(`${template.href}.json`), JSON.stringify(made));
  expect(await readTemplate(template)).toBeUndefined();
});

const BLOCK = 512;
/** Offset of the state in PostgreSQL's control file, and its value after a clean shutdown. */
const STATE_AT = 16;
const SHUT_DOWN = 1;

/** A file's content in a tar archive (POSIX ustar). */
function contentIn(tar: Buffer, ending: string): Buffer {
  let at = 0;
  while (at < tar.length) {
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0;
    if (name.endsWith(ending)) return tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`The archive has no ${ending}.`);
}

test('a template was shut down in order: what starts from it has nothing to recover', async () => {
  const control = contentIn(await readFile(await testTemplate()), 'global/pg_control');
  expect(control.readInt32LE(STATE_AT)).toBe(SHUT_DOWN);
});

function archiveOf(name: string, type: string): Buffer<ArrayBuffer> {
  const archive = Buffer.alloc(3 * BLOCK);
  archive.write(name, 0);
  archive.write('0000000', 124);
  archive.write(type, 156);
  archive.write('ustar', 257);
  return archive;
}

test('what is unpacked stays in the folder, and links are refused', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const data = join(path, 'data');
  await mkdir(data);
  const unpack = (tar: Buffer<ArrayBuffer>) =>
    unpackTemplate({ postgres: 18, migrations: '', tar }, data);
  unpack(archiveOf('../escaped', '0'));
  expect([await readdir(path), await readdir(data)]).toEqual([['data'], ['escaped']]);
  expect(() => unpack(archiveOf('link', '2'))).toThrow('symbolicLink');
});
