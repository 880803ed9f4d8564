import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../../../src/service/adapters/files/folder.ts';
import { temporaryFolder } from '../../../support/database.ts';
import { verifyFileStore } from '../../ports/verify-file-store.ts';

async function freshRoot(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return join(path, 'files', 'deep');
}

verifyFileStore(async () => await openFolder(await freshRoot()));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('folders and files are for their owner alone, adopted ones too', async () => {
  const root = await freshRoot();
  const files = await openFolder(root);
  await files.write('documents/a/original.pdf', Buffer.from('x'));
  const path = await files.localPath('documents/b/prepared.pdf');
  await writeFile(path, 'y');
  await chmod(path, 0o644);
  await files.adopt('documents/b/prepared.pdf');
  for (const folder of ['.', 'documents', 'documents/a', 'documents/b']) {
    expect(await modeOf(join(root, folder))).toBe(0o700);
  }
  expect(await modeOf(join(root, 'documents/a/original.pdf'))).toBe(0o600);
  expect(await modeOf(path)).toBe(0o600);
});

test('while a file is written its name is not there, and what failed leaves no other', async () => {
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
