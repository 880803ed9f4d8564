import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openWorkplace } from '../support/cli/built-esign.ts';
import { removeFolder } from '../support/remove-folder.ts';

const place = await openWorkplace();
afterAll(() => place.close());

/** Runs the built command with its output redirected as a shell does it. */
function redirected(redirect: string, ...args: readonly string[]) {
  const { words, cwd, env } = place.command(...args);
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const shell = ['-c', `"$@" ${redirect}`, 'sh', ...words];
    const child = execFile('/bin/sh', shell, { cwd, env }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 128, stdout, stderr });
    });
  });
}

const FULL = 'error: cannot write to stdout: the disk is full\n';

test.each([['--help'], ['help', 'signers'], ['profile', 'list', '--json']])(
  'a full disk is one line and an exit code: esign %s',
  async (...args) => {
    const { code, stderr } = await redirected('>/dev/full', ...args);
    expect(code).toBe(1);
    if (args.includes('--json')) expect(JSON.parse(stderr).error.code).toBe('output_failed');
    else expect(stderr).toBe(FULL);
  },
);

test('a closed stdout, a reader that went away and a lost stderr need no words', async () => {
  expect(await redirected('>&-', '--help')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await redirected('| true', '--help')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await redirected('2>/dev/full', 'snd')).toEqual({ code: 2, stdout: '', stderr: '' });
  const { code, stdout } = await redirected('2>/dev/full', 'profile', 'list', '--json');
  expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 0, stdout: { profiles: [] } });
});

test('settings that are broken, or in a place that cannot be read, are named without a stack', async () => {
  await writeFile(join(place.folder, 'file'), '');
  await mkdir(join(place.folder, 'broken'));
  await writeFile(join(place.folder, 'broken', 'config.json'), '{');
  for (const folder of ['file', 'broken']) {
    const env = { ESIGN_CONFIG_DIR: join(place.folder, folder) };
    const { code, stdout, stderr } = await place.runWith(env, 'docs', 'list');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^error: cannot read or write the settings in .*config\.json\n {2}why: /,
    );
    expect(stderr).not.toContain('\n    at ');
  }
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the built command, without the files that contain a text. */
async function copyWithout(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-copy-'));
  onTestFinished(() => removeFolder(folder));
  for (const path of ['bin/run.cjs', 'package.json', 'dist/cli'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  const files = (await readdir(join(folder, 'dist/cli'))).map((file) =>
    join(folder, 'dist/cli', file),
  );
  for (const file of files) if ((await readFile(file, 'utf8')).includes(text)) await rm(file);
  return folder;
}

test('a command whose files were removed while it ran ends', async () => {
  const bin = join(await copyWithout('function failedRun('), 'bin/run.cjs');
  const { cwd, env } = place.command();
  const ending = promisify(execFile)(process.execPath, [bin, 'docs', 'list'], {
    cwd,
    env,
    timeout: 20_000,
  });
  await expect(ending).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('updated or removed while it ran'),
  });
});
