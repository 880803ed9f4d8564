import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPki } from '../../src/sandbox/authority/pki/pki.ts';
import { makeTestFolder, runEsign, startEsign } from '../support/cli/run-esign.ts';
import { writeConfig, writePrivate } from '../support/deployment/a-config.ts';
import { filesOf } from '../support/deployment/a-deployment.ts';
import { seedAuthority } from '../support/trust/seed-authority.ts';

const REFUSED = 78;
const TERMINATED = 143;

/** A configuration with all its files, whose database never answers. Returns its path. */
async function configWithoutDatabase(change = (text: string) => text): Promise<string> {
  const folder = await makeTestFolder();
  await seedAuthority(folder);
  const files = filesOf(await openPki(folder, new Date()));
  for (const [name, text] of Object.entries(files)) await writePrivate(join(folder, name), text);
  return writeConfig(folder, (text) =>
    change(`environment = "test"\n${text}`).replace('127.0.0.1/esign', '127.0.0.1:9/esign'),
  );
}

test('a refused configuration ends with 78 and names everything that is wrong', async () => {
  const path = join(await makeTestFolder(), 'esign.toml');
  await writeFile(path, '[http]\npublic_urll = "https://sign.example.in"\n');
  const { code, stdout, stderr } = await runEsign(['serve', '--config', path, '--port', '-1']);
  expect({ code, stdout }).toEqual({ code: REFUSED, stdout: '' });
  expect(stderr).toContain('  http.public_urll is not a setting; did you mean public_url?\n');
  expect(stderr).toContain(
    '  --port must be a whole number from 0 to 65535, not -1; pass --port 4010\n',
  );
  expect(stderr).toContain(
    `  smtp.from is missing; write from = "sign@example.in" below [smtp] in ${path}\n`,
  );
  const json = await runEsign(['serve', '--config', path, '--json']);
  expect(json).toMatchObject({ code: REFUSED, stdout: '' });
  const { error } = JSON.parse(json.stderr);
  expect(error).toMatchObject({ code: 'config_refused', exitCode: REFUSED });
  expect(error.faults[0]).toEqual({
    setting: 'http.public_urll',
    problem: 'http.public_urll is not a setting',
    next: 'did you mean public_url?',
  });
});

test('a variable of the environment overrides the file, and is named when it is wrong', async () => {
  const config = await configWithoutDatabase();
  const env = { ESIGN_CONFIG: config, ESIGN_LOG_LEVEL: 'loud' };
  const { code, stderr } = await runEsign(['serve'], { env });
  expect(code).toBe(REFUSED);
  expect(stderr).toContain('ESIGN_LOG_LEVEL must be one of trace, debug');
});

test('--check prints a line for each check, and ends with 78 when one fails', async () => {
  const argv = ['serve', '--config', await configWithoutDatabase(), '--check'];
  const { code, stdout } = await runEsign(argv);
  expect(code).toBe(REFUSED);
  expect(stdout).toMatch(/^✓ seal +sealed by TEST Electronic Signature Service/m);
  expect(stdout).toMatch(/^✗ database +database.url: connect ECONNREFUSED/m);
  expect(stdout).toMatch(/^✓ files /m);
  const json = await runEsign([...argv, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: REFUSED });
});

test('a seal that is for tests is refused in production', async () => {
  const change = (text: string) => text.replace('environment = "test"', '');
  const config = await configWithoutDatabase(change);
  const { code, stdout } = await runEsign(['serve', '--config', config, '--check']);
  expect(code).toBe(REFUSED);
  expect(stdout).toMatch(/^✗ seal +seals\[0\]\.certificate is a TEST certificate/m);
});

test('a start waits for the database, and ends at once when it is told to', async () => {
  const running = await startEsign(['serve', '--config', await configWithoutDatabase()]);
  await expect
    .poll(() => running.stderr(), { timeout: 20_000 })
    .toContain('cannot be reached yet. Waiting for up to 60 seconds');
  running.child.kill('SIGTERM');
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }).toEqual({ code: TERMINATED, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('the example file names every setting', async () => {
  const { code, stdout } = await runEsign(['serve', '--print-example-config']);
  expect(code).toBe(0);
  expect(stdout).toContain('\n[database]\n');
});
