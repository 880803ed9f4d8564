import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';

const DATABASE = '@electric-sql/pglite';
const SIGNED = fileURLToPath(new URL('../fixtures/signed.pdf', import.meta.url));

const installed = await installPackage(['esign'], ['--omit=optional']);
await copyFile(SIGNED, join(installed.folder, 'signed.pdf'));
afterAll(() => removeFolder(installed.folder));

const options = {
  cwd: installed.folder,
  env: { PATH: process.env.PATH, HOME: installed.folder, ESIGN_NO_UPDATE_CHECK: '1' },
};
const START = ['sandbox', 'start', '--port', '0', '--ephemeral', '--json'];

/** Runs the installed command to its end. */
function esign(...args: readonly string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [installed.bin, ...args], options, (_, ...said) => {
      const [stdout, stderr] = said;
      resolve({ code: child.exitCode ?? 128, stdout, stderr });
    });
  });
}

test('the database is not installed', async () => {
  await access(join(installed.folder, 'node_modules/esign'));
  await expect(access(join(installed.folder, 'node_modules', DATABASE))).rejects.toThrow('ENOENT');
});

test.each([
  ['--version'],
  ['profile', 'list', '--json'],
  ['docs', 'list', '--help'],
  ['verify', 'signed.pdf', '--integrity-only'],
])('esign %s %s works without the database', async (...args) => {
  expect(await esign(...args)).toMatchObject({ code: 0, stderr: '' });
});

test('the service loads without the database', async () => {
  const service = pathToFileURL(
    join(installed.folder, 'node_modules/esign/dist/service/service.js'),
  );
  const program = `const { startService } = await import('${service}'); console.log(typeof startService);`;
  const script = await installed.write('service.mjs', program);
  expect(await installed.run(process.execPath, [script])).toBe('function\n');
});

test('a sandbox for a command asks for the database, and does not run the command', async () => {
  const { code, stderr } = await esign('sandbox', 'exec', '--json', '--', 'false');
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'database_missing', exitCode: 2 });
});

test('a sandbox asks for the database, and starts once it is installed as asked', async () => {
  const { code, stdout, stderr } = await esign(...START);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({ code: 'database_missing', exitCode: 2 });
  const manifest = join(installed.folder, 'node_modules/esign/package.json');
  const { optionalDependencies } = JSON.parse(await readFile(manifest, 'utf8'));
  const install = `npm install ${DATABASE}@${optionalDependencies[DATABASE]}`;
  expect(error.hint).toBe(`${install}, with --global if esign is installed globally`);

  const [npm = '', ...words] = install.split(' ');
  await installed.run(npm, [...words, '--no-audit']);
  const sandbox = spawn(process.execPath, [installed.bin, ...START], options);
  const [line] = await once(createInterface(sandbox.stdout), 'line');
  const ended = once(sandbox, 'exit');
  sandbox.kill('SIGTERM');
  await ended;
  expect(JSON.parse(line)).toMatchObject({ baseUrl: expect.stringMatching(/^http:/) });
});
