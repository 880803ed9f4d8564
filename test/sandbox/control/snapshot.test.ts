import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { afterAll, expect, test, vi } from 'vitest';
import {
  hasData,
  packSnapshot,
  restoreSnapshot,
  saveSnapshot,
  unpackSnapshot,
} from '../../../src/sandbox/control/snapshot.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { callApi, sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'esign-snapshot-'));
afterAll(() => removeFolder(folder));
const dataDir = join(folder, 'sandbox');
await mkdir(dataDir);

const entriesOf = async (archive: Buffer) => await unpackSnapshot(archive, '0.1.0');

const first = await startTestSandbox({ dataDir });
const documentId = await sendTo(first.sandbox, ['Asha Rao']);
const { now } = await first.control.advanceClock({ ms: 86_400_000 });
await vi.waitFor(async () => expect(await first.control.inbox()).toHaveLength(1), 60_000);
const whileRunning = await saveSnapshot(dataDir, '0.1.0').catch((error: unknown) => error);
const entry = { name: 'service.json', data: Buffer.from('{}') };
const restoredRunning = await restoreSnapshot(dataDir, [entry]).catch((error: unknown) => error);
await first.close();
const archive = await saveSnapshot(dataDir, '0.1.0');

test('a running sandbox is neither saved nor replaced; the error names its process', () => {
  const refused = { name: 'DataFolderInUse', pid: process.pid };
  expect([whileRunning, restoredRunning]).toEqual([
    expect.objectContaining(refused),
    expect.objectContaining(refused),
  ]);
});

test('a sandbox goes on elsewhere: documents, keys, accounts, mails and clock', async () => {
  const elsewhere = join(folder, 'deep', 'elsewhere');
  await restoreSnapshot(elsewhere, await entriesOf(archive));
  expect((await stat(join(elsewhere, 'service.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o700);
  const again = await startTestSandbox({ dataDir: elsewhere });
  try {
    expect(again.sandbox.apiKey).toBe(first.sandbox.apiKey);
    expect((await callApi(again.sandbox, `/${documentId}`)).content.status).toBe('SENT');
    expect(await again.control.inbox()).toHaveLength(1);
    const later = await again.control.advanceClock({ ms: 1 });
    expect(Date.parse(later.now)).toBeGreaterThan(Date.parse(now));
    expect((await again.control.sign({ documentId })).signers).toHaveLength(1);
  } finally {
    await again.close();
  }
});

test('the data that is there is replaced whole, and nothing is left beside it', async () => {
  await writeFile(join(dataDir, 'mails', 'later.json'), '{}');
  await restoreSnapshot(dataDir, await entriesOf(archive));
  expect(await readdir(join(dataDir, 'mails'))).not.toContain('later.json');
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a restore that fails leaves the data as it was', async () => {
  const before = await readFile(join(dataDir, 'service.json'), 'utf8');
  const entries = await entriesOf(archive);
  const clashing = [...entries, { name: 'service.json/below', data: Buffer.from('') }];
  await expect(restoreSnapshot(dataDir, clashing)).rejects.toThrow();
  await expect(restoreSnapshot(dataDir, [])).rejects.toThrow(/no sandbox in it/);
  expect(await readFile(join(dataDir, 'service.json'), 'utf8')).toBe(before);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a folder with other files is never replaced, and one without a sandbox never saved', async () => {
  const other = join(folder, 'other');
  await mkdir(other);
  expect(await hasData(other)).toBe(false);
  await writeFile(join(other, 'letter.txt'), 'mine');
  expect(await hasData(other)).toBe(true);
  await expect(restoreSnapshot(other, await entriesOf(archive))).rejects.toMatchObject({
    code: 'invalid_state',
  });
  await expect(saveSnapshot(other, '0.1.0')).rejects.toMatchObject({ code: 'not_found' });
  expect(await readdir(other)).toEqual(['letter.txt']);
});

const ENTRIES = [
  { name: 'empty', data: undefined },
  { name: 'service.json', data: Buffer.from('{}') },
  { name: 'files/nothing', data: Buffer.alloc(0) },
];

const manifest = (change: object = {}) => {
  const written = { format: 1, esign: '0.1.0', createdAt: '2026-11-20T12:00:00.000Z', ...change };
  return { name: 'snapshot.json', data: JSON.stringify(written) };
};

const archiveOf = (...files: Parameters<typeof createTar>[0]) => gzipSync(createTar(files));

test('what is packed is unpacked: files, empty files and empty folders', async () => {
  const unpacked = await unpackSnapshot(await packSnapshot(ENTRIES, '0.1.0'), '0.1.0');
  const texts = (entries: typeof ENTRIES) =>
    entries.map(({ name, data }) => [name, data && Buffer.from(data).toString()]);
  expect(texts(unpacked as typeof ENTRIES)).toEqual(texts(ENTRIES));
});

test.each(['0.1.0', '0.1.1', '0.10.0', '1.0.0'])(
  'esign %s reads a snapshot of 0.1.0',
  async (own) => {
    await expect(unpackSnapshot(archiveOf(manifest()), own)).resolves.toEqual([]);
  },
);

test.each([
  [
    'a newer esign',
    archiveOf(manifest({ esign: '0.10.0' })),
    /written by esign 0\.10\.0, and this/,
  ],
  ['a newer format', archiveOf(manifest({ format: 2 })), /unknown format/],
  ['another tar', archiveOf({ name: 'a.txt', data: 'a' }), /not a snapshot of a sandbox/],
  ['no tar', gzipSync('text'), /not a snapshot, or it is incomplete/],
  ['no archive', Buffer.from('text'), /not a snapshot, or it is incomplete/],
  ['half a file', archiveOf(manifest()).subarray(0, 40), /not a snapshot, or it is incomplete/],
  ['nothing', Buffer.alloc(0), /not a snapshot, or it is incomplete/],
])('%s is refused', async (_what, archive, message) => {
  await expect(unpackSnapshot(archive, '0.9.0')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  });
});

test.each(['../outside', '/outside', 'a/../../outside', 'a\\..\\outside'])(
  'a name that leads out of the folder is refused: %s',
  async (name) => {
    const archive = await packSnapshot([{ name, data: Buffer.from('a') }], '0.1.0');
    await expect(unpackSnapshot(archive, '0.1.0')).rejects.toThrow(/not a snapshot/);
  },
);

test('names may be longer than the oldest form of the format holds', async () => {
  const [name, data] = [`files/${'n'.repeat(200)}`, Buffer.from('a')];
  const unpacked = await unpackSnapshot(await packSnapshot([{ name, data }], '0.1.0'), '0.1.0');
  expect(unpacked.map((entry) => entry.name)).toEqual([name]);
});
