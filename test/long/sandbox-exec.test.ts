import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder, runEsign, startEsign } from '../support/cli/run-esign.ts';

const node = (code: string) => ['--', process.execPath, '-e', code];
const BIN = join(import.meta.dirname, '../../bin/run.cjs');

/** Writes the variables into a file, and ends as the test says. */
const NOTE = `
const { execFileSync } = require('node:child_process');
const esign = (...args) => JSON.parse(execFileSync(process.execPath, [process.env.BIN, ...args, '--json']));
const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('ESIGN_')));
const { faults } = esign('sandbox', 'fault', 'list');
require('node:fs').writeFileSync(process.env.NOTE, JSON.stringify({ settings, faults: faults.length }));
console.log('noted');
process.exitCode = 7;
`;

test('the command gets the sandbox in its environment, and its exit code is passed on, as JSON too', async () => {
  const folder = await makeTestFolder();
  const env = {
    NOTE: join(folder, 'note.json'),
    BIN,
    ESIGN_PROFILE: 'work',
    ESIGN_CONFIG_DIR: folder,
  };
  const run = await runEsign(['sandbox', 'exec', '--json', ...node(NOTE)], { env });
  expect(run).toEqual({ code: 7, stdout: '{\n  "exitCode": 7\n}\n', stderr: 'noted\n' });
  const { settings, faults } = JSON.parse(await readFile(env.NOTE, 'utf8'));
  expect(settings).toEqual({
    ESIGN_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    ESIGN_API_KEY: expect.stringMatching(/^sk_test_/),
    ESIGN_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/),
    ESIGN_PROFILE: 'sandbox',
    ESIGN_CONFIG_DIR: join(settings.ESIGN_SANDBOX_DIR, 'config'),
    ESIGN_SANDBOX_DIR: expect.any(String),
  });
  expect(faults).toBeGreaterThan(20);
  expect(existsSync(settings.ESIGN_SANDBOX_DIR)).toBe(false);
  expect(existsSync(join(folder, 'config.json'))).toBe(false);
});

test('a signal reaches the command, which decides the exit code, and then the sandbox is removed', async () => {
  const code = `
    process.on('SIGINT', () => process.exit(5));
    console.log(process.env.ESIGN_SANDBOX_DIR);
    setInterval(() => {}, 1000);`;
  const running = await startEsign(['sandbox', 'exec', ...node(code)]);
  await expect.poll(() => running.stdout()).toContain('\n');
  const dataDir = running.stdout().trim();
  expect(existsSync(dataDir)).toBe(true);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(5);
  expect(existsSync(dataDir)).toBe(false);
});

test('a command that is missing is refused with what to type', async () => {
  const missing = await runEsign(['sandbox', 'exec']);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('after --')]);
});
