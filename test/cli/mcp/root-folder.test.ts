import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRootFolder } from '../../../src/cli/mcp/root-folder.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const MOST = 100;

/** A folder `root` with a file, and what leads out of it. */
async function makeRoot() {
  const folder = await makeTestFolder({ 'secret.pdf': 'secret' });
  const root = join(folder, 'root');
  await mkdir(join(root, 'inner'), { recursive: true });
  await mkdir(join(folder, 'root-of-others'));
  await writeFile(join(folder, 'root-of-others', 'a.pdf'), 'of others');
  await writeFile(join(root, 'inner', 'a.pdf'), 'inside');
  await writeFile(join(root, '..a.pdf'), 'dots');
  await writeFile(join(root, 'large.pdf'), 'x'.repeat(MOST + 1));
  await symlink(join(root, 'inner'), join(root, 'link-inside'));
  await symlink(join(folder, 'secret.pdf'), join(root, 'link.pdf'));
  await symlink('..', join(root, 'up'));
  await symlink('loop', join(root, 'loop'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  return { folder, root };
}

test('files below the folder are read, through links within it as well', async () => {
  const { root } = await makeRoot();
  const { read } = await openRootFolder(root);
  const text = async (path: string) => (await read(path, MOST)).bytes.toString();
  expect(await text('inner/a.pdf')).toBe('inside');
  expect(await text('./inner/../inner/a.pdf')).toBe('inside');
  expect(await text(join(root, 'inner/a.pdf'))).toBe('inside');
  expect(await text('link-inside/a.pdf')).toBe('inside');
  expect(await text('..a.pdf')).toBe('dots');
  expect((await read('inner/a.pdf', MOST)).name).toBe('a.pdf');
});

const ESCAPES = [
  ...['../secret.pdf', 'inner/../../secret.pdf', '../root-of-others/a.pdf', '/etc/hostname'],
  ...['link.pdf', 'up/secret.pdf', 'up/root-of-others/a.pdf', 'loop', 'pipe', 'inner', '.', '..'],
  ...['none.pdf', '../none.pdf', 'inner/a.pdf\0.txt'],
];

test('what leads out of the folder is refused as if it were not there', async () => {
  const { read } = await openRootFolder((await makeRoot()).root);
  for (const path of ESCAPES) {
    const error = await read(path, MOST).catch((refused: unknown) => refused);
    const refused = { code: 'file_not_below_root', exitCode: 2, why: undefined };
    expect(error, path).toMatchObject(refused);
    expect(String(error)).toBe('CliError: there is no such file below the folder of --root');
  }
});

test('the folder is the one that was opened, even if a link to it changes', async () => {
  const { folder, root } = await makeRoot();
  await symlink(root, join(folder, 'current'));
  const { read } = await openRootFolder(join(folder, 'current'));
  await symlink(join(folder, 'root-of-others'), join(folder, 'next'));
  await rename(join(folder, 'next'), join(folder, 'current'));
  await expect(read('a.pdf', MOST)).rejects.toMatchObject({ code: 'file_not_below_root' });
  expect((await read('inner/a.pdf', MOST)).bytes.toString()).toBe('inside');
});

test('a file that is too large is refused, and so is a root that is no folder', async () => {
  const { folder, root } = await makeRoot();
  const { read } = await openRootFolder(root);
  await expect(read('large.pdf', MOST)).rejects.toMatchObject({ code: 'file_too_large' });
  await expect(openRootFolder(join(folder, 'secret.pdf'))).rejects.toMatchObject({ exitCode: 2 });
  await expect(openRootFolder(join(folder, 'none'))).rejects.toMatchObject({ exitCode: 2 });
});
