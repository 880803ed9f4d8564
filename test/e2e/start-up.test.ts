import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const BIN = fileURLToPath(new URL('../../bin/run.cjs', import.meta.url));
const TELL_FILES =
  "process.on('exit', () => process.stderr.write(JSON.stringify(Object.keys(require.cache))));";
const KB = 1024;

/** What a run of the built command says, and the files of its code that it loaded. */
async function loadedBy(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'esign-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const hook = join(folder, 'tell-files.cjs');
  await writeFile(hook, TELL_FILES);
  const env = { ...process.env, ESIGN_CONFIG_DIR: folder };
  const { stdout, stderr } = await run(process.execPath, ['-r', hook, BIN, ...args], { env });
  const all: string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('[')));
  const files = all.filter((file) => file.includes('/dist/'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { stdout, files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

test('printing the version loads no code of the build', async () => {
  const { stdout, files } = await loadedBy('--version');
  expect(stdout).toMatch(/^esign\/\d/);
  expect(files).toEqual([]);
});

test('a command loads itself and no other', async () => {
  const { stdout, files, bytes } = await loadedBy('profile', 'list', '--json');
  expect(JSON.parse(stdout)).toBeTypeOf('object');
  const commands = files.filter((file) => file.includes('/command-'));
  expect(commands.map((file) => file.slice(file.lastIndexOf('/') + 1))).toEqual([
    'command-profile-list.cjs',
  ]);
  expect(bytes).toBeLessThan(650 * KB);
});

test('the sources run without a build', async () => {
  const dev = fileURLToPath(new URL('../../bin/dev.js', import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', dev, '--version']);
  expect(stdout).toMatch(/^esign\/\d/);
});
