import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/service/operations/config/load-config.ts';
import { loadConfig } from '../../../../src/service/operations/config/load-config.ts';
import { ConfigRefused } from '../../../../src/service/operations/config/problem.ts';
import { aKey, writeConfig, writePrivate } from '../../../support/deployment/a-config.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

/** Loads a changed configuration; by default without variables. */
async function load(change?: (text: string) => string, source: Omit<ConfigSource, 'path'> = {}) {
  const path = await writeConfig(await aFolder(), change);
  return loadConfig({ env: {}, ...source, path });
}

function problemsOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems;
    throw error;
  }
  throw new Error('The configuration was taken.');
}

const hintsOf = (path: string): string[] =>
  problemsOf(() => loadConfig({ path, env: {} })).map(({ hint }) => hint);

/** Its problems, a line each, without the folder. */
async function problems(
  change?: (text: string) => string,
  source: Omit<ConfigSource, 'path'> = {},
): Promise<string[]> {
  const path = await writeConfig(await aFolder(), change);
  const lines = problemsOf(() => loadConfig({ env: {}, ...source, path })).map(
    ({ setting, message, hint }) => `${setting}: ${message} (${hint})`,
  );
  return lines.map((line) => line.replace(/\/\S*\/esign-test-\w+\//g, ''));
}

const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

test('a file gives the settings, with defaults for the rest and absolute paths', async () => {
  const { config, file } = await load();
  expect(file).toMatch(/esign\.toml$/);
  expect(config).toMatchObject({
    environment: 'production',
    http: { host: '127.0.0.1', port: 4010, publicUrl: 'https://sign.example.in' },
    database: { url: 'postgresql://esign@127.0.0.1/esign', poolSize: 10 },
    files: { folder: file?.replace('esign.toml', 'files') },
    gateways: [{ aspId: 'EXAMPLE-001', responseSigType: 'pkcs7complete' }],
    webhooks: { allowedNetworks: [] },
    log: { level: 'info' },
  });
});

test('the environment wins over the file, and a flag over both', async () => {
  const env = { ESIGN_HTTP_PORT: '5001', ESIGN_HTTP_HOST: '::1', ESIGN_DATABASE_POOL_SIZE: '3' };
  const { config } = await load(replaced('[http]', '[http]\nport = 5000'), {
    env,
    flags: { port: 5002 },
  });
  expect(config.http).toMatchObject({ host: '::1', port: 5002 });
  expect(config.database.poolSize).toBe(3);
});

test('the variable ESIGN_CONFIG names the file', async () => {
  const path = await writeConfig(await aFolder());
  expect(loadConfig({ env: { ESIGN_CONFIG: path } }).file).toBe(path);
});

test('a secret is read from a private file, named in the file or by a variable', async () => {
  const folder = await aFolder();
  await writePrivate(join(folder, 'url'), 'postgresql://esign:rosebud@db/esign\n');
  await writePrivate(join(folder, 'smtp'), 'smtps://esign:rosebud@mail.example.in\n');
  const path = await writeConfig(
    folder,
    replaced('"postgresql://esign@127.0.0.1/esign"', '{ file = "url" }'),
  );
  const { config } = loadConfig({ path, env: { ESIGN_SMTP_URL_FILE: join(folder, 'smtp') } });
  expect(config.database.url).toBe('postgresql://esign:rosebud@db/esign');
  expect(config.smtp.url).toBe('smtps://esign:rosebud@mail.example.in');
});

test('unknown keys and variables are refused with the nearest name', async () => {
  const env = { ESIGN_DATABSE_URL: 'x', ESIGN_API_KEY: 'sk', ESIGN_SERVICE_PORT: '80' };
  const change = replaced('policy = "off"', 'policy = "off"\npolcy = 1\n[colours]');
  expect(await problems(change, { env })).toEqual([
    'timestamps.polcy: timestamps.polcy is not a setting (did you mean policy?)',
    'colours: colours is not a setting (there are: environment, shutdown_seconds, roles, http, database, files, keys, seals, gateways, timestamps, smtp, payments, sign_in, webhooks, limits, metrics, log)',
    'ESIGN_DATABSE_URL: ESIGN_DATABSE_URL is not a setting (did you mean ESIGN_DATABASE_URL?)',
  ]);
});

test('no variable that another command reads is refused', async () => {
  const root = new URL('../../../../', import.meta.url).pathname;
  const names = new Set<string>();
  for (const folder of ['commands', 'src/cli', 'src/client', 'src/testing']) {
    for (const name of await readdir(`${root}${folder}`, { recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const text = await readFile(`${root}${folder}/${name}`, 'utf8');
      for (const [variable] of text.matchAll(/\bESIGN_[A-Z_]*[A-Z]\b/g)) names.add(variable);
    }
  }
  expect(names).toContain('ESIGN_API_KEY');
  const env = Object.fromEntries([...names].map((name) => [name, 'smtp://127.0.0.1']));
  delete env.ESIGN_CONFIG;
  delete env.ESIGN_DATABASE_URL;
  await expect(load(undefined, { env })).resolves.toBeDefined();
});

test('documents are stored in one place', async () => {
  const s3 = `[files.s3]
bucket = "esign"
region = "ap-south-1"
access_key_id = "EXAMPLEKEY"
secret_access_key = "rosebud"
spool = "spool"
`;
  const lines = await problems((text) => `${text}${s3}`);
  expect(lines).toEqual([
    'files.s3.secret_access_key: files.s3.secret_access_key must not hold a secret in esign.toml (move it to a private file, and write secret_access_key = { file = "…" })',
  ]);
  const env = { ESIGN_FILES_S3_SECRET_ACCESS_KEY: 'rosebud' };
  const inEnvironment = s3.replace('secret_access_key = "rosebud"\n', '');
  expect(await problems((text) => `${text}${inEnvironment}`, { env })).toEqual([
    'files.folder: files.folder and files.s3 are both set (remove one of them)',
  ]);
  expect(await problems(replaced('folder = "files"', ''))).toEqual([
    'files.folder: files.folder is missing (write folder = "/var/lib/esign/files" below [files] in esign.toml)',
  ]);
});

test('everything that is missing is named at once', async () => {
  const lines = await problems(() => '');
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'seals',
    'gateways',
    'http.public_url',
    'database.url',
    'keys.links',
    'keys.sealing',
    'smtp.url',
    'smtp.from',
    'files.folder',
    'timestamps.authorities',
  ]);
  expect(lines[1]).toBe('gateways: gateways is missing (add [[gateways]] to esign.toml)');
  expect(lines[3]).toBe(
    'database.url: database.url is missing (write url = { file = "database-url" } below [database] in esign.toml)',
  );
});

test('values that do not fit are named as they were written', async () => {
  const env = { ESIGN_LOG_LEVEL: 'loud' };
  const change = replaced('[http]', '[http]\nhost = 7\ntrusted_proxies = "10.0.0.0/8"');
  expect(await problems(change, { env, flags: { port: 70_000 } })).toEqual([
    'http.host: http.host must be text that is not empty, not 7 (write host = "127.0.0.1" below [http] in esign.toml)',
    '--port: --port must be a whole number from 0 to 65535, not 70000 (pass --port 4010)',
    'http.trusted_proxies: http.trusted_proxies must be a list of texts, not "10.0.0.0/8" (write trusted_proxies = ["10.0.0.0/8"] below [http] in esign.toml)',
    'ESIGN_LOG_LEVEL: ESIGN_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, not "loud" (set ESIGN_LOG_LEVEL=info)',
  ]);
});

test('a variable that is empty or given twice is refused', async () => {
  const env = { ESIGN_SMTP_URL: '', ESIGN_DATABASE_URL: 'x', ESIGN_DATABASE_URL_FILE: 'y' };
  expect(await problems(undefined, { env })).toEqual([
    'ESIGN_DATABASE_URL: both ESIGN_DATABASE_URL and ESIGN_DATABASE_URL_FILE are set (unset ESIGN_DATABASE_URL)',
    'ESIGN_SMTP_URL: ESIGN_SMTP_URL is empty (unset ESIGN_SMTP_URL)',
  ]);
});

test('a password in the file is refused, and printed nowhere', async () => {
  const change = replaced('esign@127.0.0.1', 'esign:rosebud@127.0.0.1');
  const lines = await problems(change);
  expect(lines).toEqual([
    'database.url: database.url must not hold a secret in esign.toml (move it to a private file, and write url = { file = "…" })',
  ]);
});

test('no message about a broken secret or a broken file shows it', async () => {
  const env = { ESIGN_DATABASE_URL: 'rosebud', ESIGN_SMTP_URL: 'rosebud' };
  expect((await problems(undefined, { env })).join('\n')).not.toContain('rosebud');
  const broken = await problems(
    replaced('"postgresql://esign@127', '"postgresql://e:rosebud@\\q127'),
  );
  expect(broken).toEqual([
    expect.stringMatching(/^esign\.toml: esign\.toml, line 6, column \d+: /),
  ]);
  expect(broken.join('\n')).not.toContain('rosebud');
});

test('the content of a key in the place of its path is refused, and not shown', async () => {
  const key = aKey().trim();
  const env = { ESIGN_FILES_FOLDER: '-----BEGIN PRIVATE KEY-----\nrosebud' };
  const lines = await problems(replaced('"keys/links"', `"${key}"`), { env });
  expect(lines.map((line) => line.split(': ')[1])).toEqual([
    'keys.links[0].file must be the path of a file, not its content (write the content to a private file, and name that)',
    'ESIGN_FILES_FOLDER must be the path of a file, not its content (write the content to a private file, and name that)',
  ]);
  expect(lines.join('\n')).not.toContain(key);
});

test('a file that is not there is the only problem', async () => {
  expect(() => loadConfig({ path: '/nowhere/esign.toml', env: {} })).toThrow(
    /^the configuration file \/nowhere\/esign.toml does not exist$/,
  );
});

test('a private file that others can access, is missing or holds no key is refused', async () => {
  const folder = await aFolder();
  const path = await writeConfig(folder, replaced('"keys/sealing"', '"keys/none"'));
  await chmod(join(folder, 'keys/links'), 0o644);
  expect(() => loadConfig({ path, env: {} })).toThrow(
    `keys.links[0].file cannot be used: other users can access ${folder}/keys/links; ` +
      `keys.sealing[0].file cannot be used: ${folder}/keys/none does not exist`,
  );
  await writePrivate(join(folder, 'keys/links'), 'short');
  await writePrivate(join(folder, 'keys/none'), aKey());
  expect(() => loadConfig({ path, env: {} })).toThrow('does not hold 32 bytes in base64');
  expect(hintsOf(path)).toEqual(['correct the path, or restore the key from a backup']);
});

test('one key for two purposes, or twice in a ring, is refused', async () => {
  const folder = await aFolder();
  const more = '[[keys.links]]\nid = "links-2"\nfile = "keys/links"\n\n[[seals]]';
  const path = await writeConfig(folder, replaced('[[seals]]', more));
  await writeFile(join(folder, 'keys/sealing'), await readFile(join(folder, 'keys/links')));
  expect(() => loadConfig({ path, env: {} })).toThrow(
    `keys.links[1].file holds the same key as ${folder}/keys/links; ` +
      `keys.sealing[0].file holds the same key as ${folder}/keys/links`,
  );
  // Never a command that would overwrite the good key.
  expect(new Set(hintsOf(path))).toEqual(new Set(['name a file of its own, with another key']));
});
