import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fileTeller, loadedCode } from '../support/cli/loaded-code.ts';
import { removeFolder } from '../support/remove-folder.ts';

const run = promisify(execFile);
const BIN = fileURLToPath(new URL('../../bin/run.cjs', import.meta.url));
const KB = 1024;

/** What a run of the built command says, and the code that it loaded. */
async function loadedBy(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'esign-start-up-'));
  onTestFinished(() => removeFolder(folder));
  const env = { ...process.env, ESIGN_CONFIG_DIR: folder };
  const hook = await fileTeller(folder);
  const { stdout, stderr } = await run(process.execPath, ['-r', hook, BIN, ...args], { env });
  return { stdout, ...(await loadedCode(stderr)) };
}

test('printing the version loads no code of the build', async () => {
  const { stdout, bytes } = await loadedBy('--version');
  expect(stdout).toMatch(/^esign\/\d/);
  expect(bytes).toBe(0);
});

test('a command loads itself and no other', async () => {
  const { stdout, commands, bytes } = await loadedBy('profile', 'list', '--json');
  expect(JSON.parse(stdout)).toBeTypeOf('object');
  expect(commands).toEqual(['profile-list']);
  expect(bytes).toBeLessThan(650 * KB);
});

test('the sources run without a build', async () => {
  const dev = fileURLToPath(new URL('../../bin/dev.js', import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', 'tsx', dev, '--version']);
  expect(stdout).toMatch(/^esign\/\d/);
});
