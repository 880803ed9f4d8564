import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SaveFileError, saveFile } from '../../../src/client/index.ts';
import { failureOf } from '../../support/client/a-client.ts';
import { removeFolder } from '../../support/remove-folder.ts';

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-save-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* broken() {
  yield Buffer.from('half');
  throw new Error('cut');
}

test('a stream becomes a file, with its size and hash', async () => {
  const path = join(await aFolder(), 'a.pdf');
  const saved = await saveFile(pieces('one', 'two'), path);
  const sha256 = createHash('sha256').update('onetwo').digest('hex');
  expect(saved).toEqual({ path, bytes: 6, sha256 });
  expect(await readFile(path, 'utf8')).toBe('onetwo');
});

test('a file that exists is kept, unless it may be replaced', async () => {
  const folder = await aFolder();
  const path = join(folder, 'a.pdf');
  await writeFile(path, 'old');
  const error = await failureOf(saveFile(pieces('new'), path), SaveFileError);
  expect([error.reason, await readFile(path, 'utf8')]).toEqual(['exists', 'old']);
  await saveFile(pieces('new'), path, { force: true });
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['new', ['a.pdf']]);
});

test('a file that appears while the stream comes is kept', async () => {
  const folder = await aFolder();
  const path = join(folder, 'a.pdf');
  async function* meanwhile() {
    yield Buffer.from('new');
    await writeFile(path, 'other');
  }
  expect(await failureOf(saveFile(meanwhile(), path), SaveFileError)).toMatchObject({
    reason: 'exists',
  });
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['other', ['a.pdf']]);
});

test('a stream that breaks leaves nothing behind, and an old file as it was', async () => {
  const folder = await aFolder();
  await expect(saveFile(broken(), join(folder, 'a.pdf'))).rejects.toThrow('cut');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'b.pdf'), 'old');
  await expect(saveFile(broken(), join(folder, 'b.pdf'), { force: true })).rejects.toThrow('cut');
  expect([await readdir(folder), await readFile(join(folder, 'b.pdf'), 'utf8')]).toEqual([
    ['b.pdf'],
    'old',
  ]);
});

test('nothing shows at the destination before the whole stream has come', async () => {
  const folder = await aFolder();
  const path = join(folder, 'a.pdf');
  const seen: string[][] = [];
  async function* watched() {
    yield Buffer.from('half');
    seen.push(await readdir(folder));
    yield Buffer.from('whole');
  }
  await saveFile(watched(), path);
  expect(seen[0]).toHaveLength(1);
  expect(seen[0]).not.toContain('a.pdf');
});

test.each([false, true])(
  'a symbolic link is neither followed nor replaced (force: %s)',
  async (force) => {
    const folder = await aFolder();
    await writeFile(join(folder, 'target'), 'old');
    await symlink(join(folder, 'target'), join(folder, 'a.pdf'));
    const error = await failureOf(
      saveFile(pieces('x'), join(folder, 'a.pdf'), { force }),
      SaveFileError,
    );
    expect(error.reason).toBe('symlink');
    expect((await lstat(join(folder, 'a.pdf'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('old');
  },
);

test.each([
  ['a folder', 'folder', 'not_a_file'],
  ['a folder that is missing', 'none/a.pdf', 'unwritable'],
  ['a folder that is a file', 'file/a.pdf', 'unwritable'],
])('%s as the destination is refused', async (_, name, reason) => {
  const folder = await aFolder();
  await mkdir(join(folder, 'folder'));
  await writeFile(join(folder, 'file'), '');
  const call = saveFile(pieces('x'), join(folder, name), { force: true });
  expect(await failureOf(call, SaveFileError)).toMatchObject({ reason });
});
