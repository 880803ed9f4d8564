import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../../../src/service/adapters/files/folder.ts';
import { temporaryFolder } from '../../../support/store/database.ts';
import { verifyFileStore } from '../../ports/verify-file-store.ts';

async function freshRoot(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return join(path, 'files', 'deep');
}

verifyFileStore(async () => await openFolder(await freshRoot()));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('folders and files are private to the owner, those of other processes too', async () => {
  const root = await freshRoot();
  const files = await openFolder(root);
  await files.write('documents/a/original.pdf', Buffer.from('x'));
  const path = join(root, 'documents/b/prepared.pdf');
  await files.withFolder(async (local) => {
    const written = await local.write('prepared.pdf', Buffer.from('y'));
    await chmod(written, 0o644);
    await files.create('documents/b/prepared.pdf', written);
  });
  for (const folder of ['.', 'documents', 'documents/a', 'documents/b']) {
    expect(await modeOf(join(root, folder))).toBe(0o700);
  }
  expect(await modeOf(join(root, 'documents/a/original.pdf'))).toBe(0o600);
  expect(await modeOf(path)).toBe(0o600);
});

test('an unfinished file has no name yet, and a failed one leaves nothing', async () => {
  const root = await freshRoot();
  const files = await openFolder(root);
  const folder = join(root, 'documents', 'a');
  const seen: string[][] = [];
  const source = async function* () {
    yield Buffer.from('half');
    seen.push(await readdir(folder));
    throw new Error('the client went away');
  };
  const written = files.write('documents/a/original.pdf', Readable.from(source()));
  await expect(written).rejects.toThrow('went away');
  expect(seen).toEqual([[expect.stringMatching(/^[.]part-/)]]);
  expect(await readdir(folder)).toEqual([]);
});

test('a sweep removes old remains of broken writes, of work that was killed, and old empty folders', async () => {
  const root = await freshRoot();
  const files = await openFolder(root);
  await files.write('documents/a/original.pdf', Buffer.from('x'));
  const folder = join(root, 'documents', 'a');
  await writeFile(join(folder, '.part-1'), 'broken');
  await mkdir(join(root, 'documents', 'empty'));
  await mkdir(join(root, '.local-a'));
  await writeFile(join(root, '.local-a', 'facts.json'), '{}');
  const inUse = async (keys: readonly string[]) => keys;
  const { signal } = new AbortController();
  const sweep = () => files.sweep({ below: 'documents', olderThanMs: 60_000, inUse, signal });
  expect(await sweep()).toBe(0);
  expect(await readdir(join(root, 'documents'))).toEqual(['a', 'empty']);
  const before = new Date(Date.now() - 61_000);
  for (const old of ['a/.part-1', 'a/original.pdf', 'empty'])
    await utimes(join(root, 'documents', old), before, before);
  await utimes(join(root, '.local-a'), before, before);
  expect(await sweep()).toBe(0);
  expect(await readdir(join(root, 'documents'))).toEqual(['a']);
  expect(await readdir(folder)).toEqual(['original.pdf']);
  expect(await readdir(root)).toEqual(['documents']);
});
