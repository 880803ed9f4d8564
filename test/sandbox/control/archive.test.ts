import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { expect, test } from 'vitest';
import { packSnapshot, unpackSnapshot } from '../../../src/sandbox/control/snapshot.ts';

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
