import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { stepsOf } from '../support/package/guide-blocks.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const run = promisify(execFile);
const guide = stepsOf(await readFile(at('docs/guides/sandbox.md'), 'utf8'));

const installed = await installPackage();
afterAll(() => removeFolder(installed.folder));
const RUNNERS = ['vitest@4.1.11', 'jest@30.5.2'];
await run('npm', ['install', '--no-audit', '--no-fund', ...RUNNERS], { cwd: installed.folder });

/** An empty project with a contract and files of the guide, below the folder in which the packages are installed. */
async function projectOf(name: string, files: readonly string[]): Promise<string> {
  const folder = join(installed.folder, name);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await writeFile(join(folder, 'contract.pdf'), aPdf());
  for (const file of files) {
    const step = guide.find((one) => one.kind === 'file' && one.name === file);
    if (step?.kind !== 'file') throw new Error(`the guide has no ${file}`);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), step.text);
  }
  return folder;
}

/** Runs a program as npx does; its output, also where it fails. */
async function npx(cwd: string, ...words: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _none, VITEST: _own, NODE_ENV: _test, ...env } = process.env;
  const options = { cwd, env: { ...env, NO_COLOR: '1' } };
  return await run('npx', ['--no-install', ...words], options).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => `failed: ${error.stdout}${error.stderr}`,
  );
}

test('the example for node:test passes beside a sandbox of sandbox exec', async () => {
  const folder = await projectOf('node-test', ['test/contract.test.mjs']);
  const said = await npx(folder, 'esign', 'sandbox', 'exec', '--', process.execPath, '--test');
  expect(said).toMatch(/pass 1\n.*fail 0\n/s);
});

test('the example for vitest passes with one sandbox for all files', async () => {
  const files = ['vitest.config.ts', 'test/start-sandbox.ts', 'test/credits.test.ts'];
  expect(await npx(await projectOf('vitest', files), 'vitest', 'run')).toMatch(/Tests +1 passed/);
});

test('the example for Jest passes, and Jest ends by itself', async () => {
  const files = ['jest.config.cjs', 'test/start-sandbox.cjs', 'test/lost-answer.test.js'];
  const said = await npx(await projectOf('jest', files), 'jest');
  expect(said).toMatch(/Tests: +1 passed, 1 total/);
  expect(said).not.toMatch(/did not exit/);
});

test('the example of a receiver passes: one failure, its repeat, and a decline', async () => {
  const folder = await projectOf('receiver', ['test/receiver.test.mjs']);
  const said = await npx(folder, process.execPath, '--test');
  expect(said).toMatch(/pass 2\n.*fail 0\n/s);
});
