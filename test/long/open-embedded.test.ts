import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import {
  DataFolderMismatch,
  POSTGRES_MAJOR,
} from '../../src/service/store/embedded/embedded-folder.ts';
import {
  openEmbeddedPool,
  openEmbeddedStore,
} from '../../src/service/store/embedded/open-embedded.ts';
import { SchemaMismatch } from '../../src/service/store/schema-state.ts';
import { addAccount, addEndpoint } from '../service/ports/store-builders.ts';
import {
  embeddedOptions,
  fileIn,
  MIGRATIONS,
  SEAL_KEY,
  temporaryFolder,
} from '../support/store/database.ts';

async function freshOptions() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return await embeddedOptions(join(path, 'database'));
}

/** Migrations as an older release had them: all but a last one that is made here. */
async function withOneMore(folder: string): Promise<URL> {
  const newer = join(folder, 'migrations');
  await cp(MIGRATIONS, newer, { recursive: true });
  const path = join(newer, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const { length: idx } = journal.entries;
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx, when: last.when + 1, tag: '9999_more' });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(
    join(newer, '9999_more.sql'),
    `ALTER TABLE accounts ADD CONSTRAINT short_names CHECK (length(name) < 5) NOT VALID;`,
  );
  return pathToFileURL(`${newer}/`);
}

test('a folder keeps what was stored, for its owner alone', async () => {
  const options = await freshOptions();
  const first = await openEmbeddedStore(options);
  const accountId = await addAccount(first, 12);
  await first.close();
  const second = await openEmbeddedStore({ ...options, template: undefined });
  expect(await second.creditBalance(accountId)).toBe(12);
  await second.close();
  for (const name of ['.', 'data']) {
    expect((await stat(join(options.folder, name))).mode & 0o777).toBe(0o700);
  }
  expect(await readdir(options.folder)).toEqual(['data', 'version.json']);
});

test('without a template the database is made from nothing, by the PostgreSQL that folders are marked with', async () => {
  const options = await freshOptions();
  const { pool, close } = await openEmbeddedPool({ ...options, template: undefined });
  onTestFinished(close);
  const { rows } = await pool.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, count(accounts)::int AS accounts
      FROM accounts`,
  );
  expect(rows).toEqual([{ version: POSTGRES_MAJOR, accounts: 0 }]);
});

test('an older folder gets the migrations that it lacks, and an older template too', async () => {
  const options = await freshOptions();
  const migrations = await withOneMore(join(options.folder, '..'));
  await (await openEmbeddedStore(options)).close();
  const existing = await openEmbeddedStore({ ...options, migrations });
  await expect(addAccount(existing)).rejects.toThrow('short_names');
  await existing.close();
  const fresh = await openEmbeddedStore({
    ...options,
    folder: `${options.folder}-2`,
    migrations,
  });
  onTestFinished(fresh.close);
  await expect(addAccount(fresh)).rejects.toThrow('short_names');
});

test('a gzipped template does as well', async () => {
  const options = await freshOptions();
  const template = fileIn(join(options.folder, '..'), 'database.tar.gz');
  await writeFile(template, gzipSync(await readFile(options.template), { level: 1 }));
  await cp(new URL(`${options.template.href}.json`), new URL(`${template.href}.json`));
  const store = await openEmbeddedStore({ ...options, template });
  onTestFinished(store.close);
  expect(await store.creditBalance(await addAccount(store, 2))).toBe(2);
});

test('data of another PostgreSQL is refused with the way out, and the folder is free again', async () => {
  const options = await freshOptions();
  await (await openEmbeddedStore(options)).close();
  const path = join(options.folder, 'version.json');
  const version = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...version, postgres: 17 }));
  for (const _ of [1, 2]) {
    const opened = openEmbeddedStore(options);
    await expect(opened).rejects.toThrow(DataFolderMismatch);
    await expect(openEmbeddedStore(options)).rejects.toThrow(
      /PostgreSQL 17, .* has 18[.] .*esign sandbox reset/,
    );
  }
});

test('a database with a migration that this version does not have is refused and left as it is', async () => {
  const options = await freshOptions();
  const newer = await withOneMore(join(options.folder, '..'));
  await (await openEmbeddedStore({ ...options, migrations: newer })).close();
  await expect(openEmbeddedStore(options)).rejects.toThrow(SchemaMismatch);
  await (await openEmbeddedStore({ ...options, migrations: newer })).close();
});

test.each([
  ['a version that cannot be read', 'version.json', '{'],
  ['data that nobody made', 'data/PG_VERSION', '18'],
])('%s is refused and left as it is', async (_what, name, text) => {
  const options = await freshOptions();
  await mkdir(join(options.folder, 'data'), { recursive: true });
  await writeFile(join(options.folder, name), text);
  await expect(openEmbeddedStore(options)).rejects.toThrow(DataFolderMismatch);
  expect(await readFile(join(options.folder, name), 'utf8')).toBe(text);
});

test('a first start that was cut short is begun again', async () => {
  const options = await freshOptions();
  await mkdir(join(options.folder, 'data'), { recursive: true });
  await writeFile(join(options.folder, 'incomplete'), '');
  await writeFile(join(options.folder, 'data', 'PG_VERSION'), '18');
  const store = await openEmbeddedStore(options);
  onTestFinished(store.close);
  expect(await store.creditBalance(await addAccount(store, 2))).toBe(2);
});

test('secrets are sealed: no file holds them, and another key does not open them', async () => {
  const options = await freshOptions();
  const store = await openEmbeddedStore(options);
  const accountId = await addAccount(store);
  const secret = 'whsec_0123456789abcdef0123456789abcdef';
  await addEndpoint(store, accountId, { secret, url: 'https://hooks.example.com/findable' });
  await store.close();
  const names = await readdir(options.folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  expect(texts.some((text) => text.includes('hooks.example.com/findable'))).toBe(true);
  expect(texts.some((text) => text.includes(secret.slice(6)))).toBe(false);
  const stranger = await openEmbeddedStore({ ...options, sealKey: Buffer.alloc(32, 8) });
  onTestFinished(stranger.close);
  await expect(stranger.listEndpoints(accountId)).rejects.toThrow('sealed with another key');
});

test('a key of another length is refused before anything is made', async () => {
  const options = await freshOptions();
  const opened = openEmbeddedStore({ ...options, sealKey: SEAL_KEY.subarray(1) });
  await expect(opened).rejects.toThrow('31 bytes');
  await expect(stat(options.folder)).rejects.toThrow('ENOENT');
});
