import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../../src/service/adapters/files/folder.ts';
import type { ExpectedInstallation } from '../../../src/service/core/check-installation.ts';
import {
  checkInstallation,
  InstallationMismatch,
} from '../../../src/service/core/check-installation.ts';
import { fingerprintsOf, newestOf } from '../../../src/service/core/installation.rules.ts';
import type { FileStore } from '../../../src/service/ports/file-store.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { makeSigningWorld } from '../../support/service/make-signing-world.ts';
import { aCaller, aDraft } from '../../support/service/signing-world.ts';
import { openAnyStore } from '../../support/store/any-store.ts';
import { temporaryFolder } from '../../support/store/database.ts';

const SECRET = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const clock = { now: () => new Date() };

const EXPECTED: ExpectedInstallation = {
  policy: 'existing',
  publicUrl: 'https://sign.example.in',
  fingerprints: fingerprintsOf({ links: [SECRET], sealing: [SECRET] }),
};

/** An empty folder of files. */
async function emptyFiles() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'files');
  return { folder, files: await openFolder(folder) };
}

async function emptyStore(): Promise<DocumentStore> {
  const store = await openAnyStore();
  onTestFinished(() => store.close());
  return store;
}

const check = (
  parts: { store: DocumentStore; files: FileStore },
  wanted: Partial<ExpectedInstallation> = {},
) => checkInstallation({ ...parts, clock }, { ...EXPECTED, ...wanted });

const world = await makeSigningWorld();
const documentId = await aDraft(world, await aCaller(world), 1);
const key = `documents/${documentId}/original.pdf`;

test('an installation is made of an empty database and empty files, when asked for, and is found again', async () => {
  const store = await emptyStore();
  const { files } = await emptyFiles();
  await expect(check({ store, files })).rejects.toThrow(
    'Neither the database nor the files have an installation.',
  );
  expect(await files.readMarker()).toBeUndefined();
  const made = await Promise.all([1, 2].map(() => check({ store, files }, { policy: 'create' })));
  const ids = made.map(({ id }) => id);
  expect(new Set([...ids, await files.readMarker()]).size).toBe(1);
  for (const policy of ['existing', 'create', 'adopt'] as const) {
    expect(await check({ store, files }, { policy })).toMatchObject({
      id: ids[0],
      publicUrl: 'https://sign.example.in',
      fingerprints: newestOf(EXPECTED.fingerprints),
    });
  }
});

test('an installation whose marker a crash kept back is completed while it is empty', async () => {
  const store = await emptyStore();
  const { files } = await emptyFiles();
  const { id } = await check({ store, files }, { policy: 'create' });
  const fresh = await emptyFiles();
  await expect(check({ store, files: fresh.files })).rejects.toThrow('have no marker');
  await check({ store, files: fresh.files }, { policy: 'create' });
  expect(await fresh.files.readMarker()).toBe(id);
});

test('an empty database beside the files of an installation is refused, and no file is touched', async () => {
  const { folder, files } = await emptyFiles();
  await check({ store: await emptyStore(), files }, { policy: 'create' });
  await files.write(key, Buffer.from('contract'));
  const before = await readdir(folder, { recursive: true });
  const store = await emptyStore();
  for (const policy of ['existing', 'create', 'adopt'] as const) {
    const refused = check({ store, files }, { policy });
    await expect(refused).rejects.toThrow(InstallationMismatch);
    await expect(refused).rejects.toThrow('but the database has no installation.');
  }
  expect(await readdir(folder, { recursive: true })).toEqual(before);
  expect(await store.readInstallation()).toBeUndefined();
});

test('files without a marker, and a database with documents, are no place for a new installation', async () => {
  const { files } = await emptyFiles();
  const create = { policy: 'create' } as const;
  const { store } = world.deps;
  await expect(check({ store, files }, create)).rejects.toThrow('the database has documents');
  await files.write(key, Buffer.from('contract'));
  const empty = await emptyStore();
  await expect(check({ store: empty, files }, create)).rejects.toThrow('but there are files');
  expect(await files.readMarker()).toBeUndefined();
  expect(await empty.readInstallation()).toBeUndefined();
});

test('what was there before installations had a marker is adopted once, and then belongs together', async () => {
  const { store, files } = world.deps;
  const { id } = await check(world.deps, { policy: 'adopt' });
  expect(await files.readMarker()).toBe(id);
  expect(await check(world.deps)).toMatchObject({ id });
  const { files: others } = await emptyFiles();
  await expect(check({ store, files: others })).rejects.toThrow(
    `The database belongs to the installation ${id}, but the files have no marker of it.`,
  );
  await expect(check({ store, files: others }, { policy: 'create' })).rejects.toThrow('no marker');
  const other = randomUUID();
  await others.createMarker(other);
  await expect(check({ store, files: others })).rejects.toThrow(`but the files belong to ${other}`);
});

test.each([
  [
    'link secret',
    { fingerprints: fingerprintsOf({ links: [OTHER], sealing: [SECRET] }) },
    'add its former key behind the new one in keys.links',
  ],
  [
    'sealing secret',
    { fingerprints: fingerprintsOf({ links: [SECRET], sealing: [OTHER] }) },
    'add its former key behind the new one in keys.sealing',
  ],
  [
    'public URL, https://sign.example.in',
    { publicUrl: 'https://other.example.in' },
    'add it to http.former_urls, if links with it still lead here, or set it instead of https://other.example.in',
  ],
])(
  'a process with another %s is refused, and told how to have the former one',
  async (what, settings, hint) => {
    const store = await emptyStore();
    const { files } = await emptyFiles();
    await check({ store, files }, { policy: 'create' });
    const refused = check({ store, files }, settings);
    await expect(refused).rejects.toMatchObject({
      fault: expect.stringContaining(`has another ${what}`),
      hint,
    });
  },
);

test('a new secret is added before the former one is dropped', async () => {
  const parts = { store: await emptyStore(), ...(await emptyFiles()) };
  const ring = (...links: Buffer[]) => ({
    fingerprints: fingerprintsOf({ links, sealing: [SECRET] }),
  });
  await check(parts, { policy: 'create' });
  await expect(check(parts, ring(OTHER))).rejects.toThrow('another link secret');
  await check(parts, ring(SECRET, OTHER));
  await check(parts, ring(OTHER, SECRET));
  await check(parts, ring(OTHER));
  await expect(check(parts, ring(SECRET))).rejects.toThrow('another link secret');
});

test('another public URL is taken while the former one is served, and is the installation’s from then', async () => {
  const parts = { store: await emptyStore(), ...(await emptyFiles()) };
  const former = EXPECTED.publicUrl ?? '';
  const publicUrl = 'https://new.example.in';
  await check(parts, { policy: 'create' });
  expect(await check(parts, { publicUrl, formerUrls: [former] })).toMatchObject({ publicUrl });
  expect(await parts.store.readInstallation()).toMatchObject({ publicUrl });
  await check(parts, { publicUrl });
  await expect(check(parts)).rejects.toThrow('another public URL, https://new.example.in');
  await check(parts, { formerUrls: [publicUrl] });
});

test('a fingerprint tells nothing of its secret, and the two of one secret differ', () => {
  const { links, sealing } = newestOf(EXPECTED.fingerprints);
  expect([links, sealing]).toEqual([
    expect.stringMatching(/^[0-9a-f]{16}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ]);
  expect(links).not.toBe(sealing);
});
