import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ShownDocument } from '../support/sandbox/an-office.ts';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

const office = await openOffice();
const { run, runWith, feed, json } = office.place;

const create = async () =>
  (await json<{ documentId: string }>('docs', 'create', 'contract.pdf')).documentId;

test("any request goes out with the profile's key, and its answer comes back as it is", async () => {
  const id = await create();
  const plain = await run('api', 'GET', '/api/v1/documents', '--field', 'limit=1');
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(plain.stdout)).toMatchObject({ documents: [{ documentId: id }], limit: 1 });
  const whole = await json<{ status: number; body: unknown }>('api', 'get', '/api/v1/documents');
  expect(whole).toMatchObject({ status: 200, body: { limit: 20 } });
  expect(JSON.stringify(whole)).not.toContain(office.running.sandbox.apiKey);
});

test('a body is made of fields, of a file or of stdin', async () => {
  const signers = [{ name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' }];
  const path = `/api/v1/documents/${await create()}/signers`;
  const field = ['--field', `signers=${JSON.stringify(signers)}`];
  expect(await json('api', 'POST', path, ...field)).toMatchObject({ status: 201 });
  await writeFile(office.path('body.json'), JSON.stringify({ signers }));
  expect((await run('api', 'POST', path, '--data', '@body.json')).code).toBe(0);
  const piped = await feed(JSON.stringify({ signers }), ...['api', 'POST', path, '--data', '-']);
  expect(JSON.parse(piped.stdout).signers).toMatchObject([{ name: 'Asha Rao', signingOrder: 3 }]);
});

const REFUSED = [
  [['GET', '/api/v1/documents/nope'], 5, 'not_found'],
  [['POST', '/api/v1/documents/ID/signers', '-f', 'signers=[]'], 3, 'invalid_request'],
  [['GET', '/api/v1/documents', '-f', 'limit'], 2, 'usage'],
  [['GET', '/api/v1/documents', '-H', 'nothing'], 2, 'usage'],
  [['GET', '/api/v1/documents', '-H', 'Authorization: Bearer sk_other'], 2, 'invalid_argument'],
  [['POST', '/api/v1/documents', '-d', '{}', '-f', 'a=1'], 2, 'usage'],
  [['POST', '/api/v1/documents', '-d', '@none.json'], 2, 'file_unreadable'],
  [['GET', 'api/v1/documents'], 2, 'invalid_argument'],
  [['GET', '//other.example.com/'], 5, 'not_found'],
  [['GET', '/nowhere'], 5, 'not_found'],
] as const;

test('a request that cannot be is refused', async () => {
  const id = await create();
  for (const [words, exit, code] of REFUSED) {
    const args = ['api', ...words.map((word) => word.replace('ID', id))];
    const { stdout, stderr } = await run(...args, '--json');
    expect({ stdout, lines: stderr.trim().split('\n').length }).toEqual({ stdout: '', lines: 1 });
    expect(JSON.parse(stderr).error, args.join(' ')).toMatchObject({ code, exitCode: exit });
  }
});

test('a command that does not exist is a usage error that names the nearest one', async () => {
  expect(await run('docs', 'lst')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: there is no command "esign docs lst"\n  next: esign docs list\n',
  });
  const { code, stdout, stderr } = await run('frobnicate', '--json');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'unknown_command', hint: 'esign --help' });
});

test('a key goes neither to another host, nor over plain http, nor from the sandbox abroad', async () => {
  const { apiKey } = office.running.sandbox;
  const cases = [
    [{ ESIGN_BASE_URL: 'https://esign.example.com' }, 'key_bound_to_base_url'],
    [{ ESIGN_BASE_URL: 'https://esign.example.com', ESIGN_API_KEY: apiKey }, 'sandbox_key'],
    [{ ESIGN_BASE_URL: 'http://esign.example.com', ESIGN_API_KEY: 'sk_x' }, 'insecure_base_url'],
  ] as const;
  for (const [env, code] of cases) {
    const { code: exit, stdout, stderr } = await runWith(env, 'docs', 'list', '--json');
    expect({ exit, stdout }, code).toEqual({ exit: 2, stdout: '' });
    const message = expect.stringContaining('not sent to esign.example.com');
    expect(JSON.parse(stderr).error).toMatchObject({ code, message });
  }
});

test('a login keeps a key in a file of its own, and a logout forgets it', async () => {
  const { baseUrl, apiKey } = office.running.sandbox;
  const login = ['auth', 'login', '--profile', 'work', '--base-url', baseUrl, '--with-key'];
  const refused = await runWith({ ESIGN_API_KEY: 'sk_x' }, ...login);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unset ESIGN_API_KEY'),
  });
  expect((await feed('sk_test_wrong', ...login)).code).toBe(4);
  const kept = await feed(`${apiKey}\n`, ...login, '--json');
  expect(JSON.parse(kept.stdout)).toMatchObject({ name: 'work', baseUrl, current: false });
  const file = office.path('config/config.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await json('auth', 'status', '--profile', 'work', '--check')).toMatchObject({
    profile: 'work',
    accepted: true,
  });
  await json('auth', 'logout', '--profile', 'work');
  expect((await run('auth', 'status', '--profile', 'work')).code).toBe(4);
  expect(JSON.parse(await readFile(file, 'utf8')).profiles.work).toEqual({ baseUrl });
});

test('profiles are made, shown, changed between and removed', async () => {
  const url = 'https://staging.example.com';
  expect((await run('profile', 'set', 'staging')).code).toBe(2);
  await json('profile', 'set', 'staging', '--base-url', url);
  const set = ['profile', 'set', 'staging', '--json'];
  await feed('sk_live_0123456789abcdef', ...set, '--with-key');
  await feed('whsec_0123456789abcdef', ...set, '--with-webhook-secret');
  expect(await json('profile', 'show', 'staging')).toEqual({
    name: 'staging',
    current: false,
    baseUrl: url,
    apiKey: 'sk_live_…cdef',
    webhookSecret: 'whsec_…cdef',
    dataDir: null,
    allowedRecipients: null,
  });
  await json('profile', 'use', 'staging');
  expect(await json('profile', 'show')).toMatchObject({ name: 'staging', current: true });
  await json('profile', 'use', 'sandbox');
  await json('profile', 'remove', 'staging');
  expect((await run('profile', 'show', 'staging')).code).toBe(2);
  const { profiles } = await json<{ profiles: { name: string }[] }>('profile', 'list');
  expect(profiles.map(({ name }) => name)).not.toContain('staging');
});

test('the sandbox is steered: accounts, webhooks, mails, time', async () => {
  const account = await json('sandbox', 'account', 'create', '--credits', '2');
  expect(account).toEqual({
    accountId: expect.any(String),
    apiKey: expect.stringMatching(/^sk_/),
    webhookSecret: expect.stringMatching(/^whsec_/),
  });
  const added = await json('sandbox', 'webhook', 'add', 'http://127.0.0.1:9/hooks');
  expect(added).toMatchObject({ enabled: true, secret: expect.stringMatching(/^whsec_/) });
  const endpoint = String(added.endpointId);
  expect(await json('sandbox', 'webhook', 'disable', endpoint)).toMatchObject({ enabled: false });
  const beginning = endpoint.slice(0, 12);
  expect(await json('sandbox', 'webhook', 'enable', beginning)).toMatchObject({ enabled: true });
  expect((await run('sandbox', 'webhook', 'list')).stdout).toContain('http://127.0.0.1:9/hooks');
  await json('sandbox', 'webhook', 'remove', endpoint);
  expect(await json('sandbox', 'webhook', 'list')).toEqual({ webhooks: [] });
  expect((await run('sandbox', 'webhook', 'enable', endpoint)).code).toBe(5);
  expect((await run('sandbox', 'webhook', 'add', 'nowhere')).code).toBe(2);
  await office.sent(ASHA);
  const inbox = async () =>
    (await json<{ messages: { to: string }[] }>('sandbox', 'inbox')).messages.map(({ to }) => to);
  await expect.poll(inbox).toContain('asha@example.in');
  const { stdout } = await run('sandbox', 'inbox');
  expect(stdout).toMatch(
    /mail {2}to asha@example\.in {2}[^:\n]+: Please sign \/ .*\n {2}http:\S+\/sign\/\S+\n/,
  );
  const { now } = await json<{ now: string }>('sandbox', 'clock', 'advance', '3d');
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  expect((await run('sandbox', 'clock', 'advance', 'soon')).code).toBe(2);
});

/** The paths of the values of a row; those of a list are not named. */
const pathsOf = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? [path]
    : Object.entries(value).flatMap(([name, item]) =>
        pathsOf(item, path ? `${path}.${name}` : name),
      );

test('the columns of every list are the fields of its JSON', async () => {
  const id = await office.sent(ASHA);
  await office.sign(id);
  await json('sandbox', 'webhook', 'add', 'http://127.0.0.1:9/hooks');
  const lists = [
    ['docs', 'list'],
    ['signers', 'list', id],
    ['profile', 'list'],
    ['sandbox', 'webhook', 'list'],
    ['sandbox', 'fault', 'list'],
    ['sandbox', 'inbox'],
  ];
  for (const words of lists) {
    const { stdout } = await run(...words, '--format', 'ndjson');
    const rows = stdout.trim().split('\n');
    const paths = new Set(rows.flatMap((row) => pathsOf(JSON.parse(row))));
    const [heads = ''] = (await run(...words, '--format', 'csv')).stdout.split('\r\n');
    expect(heads.split(',').sort(), words.join(' ')).toEqual([...paths].sort());
  }
});

test('a contract is found by the name of its signer, and saved with its certificate', async () => {
  const id = await office.sent('Kavya Nair <kavya@example.in> 9876500001');
  await office.sign(id);
  await office.sent('Kavya Nair <kavya@example.in> 9876500001');
  const found = await json<{ documents: ShownDocument[]; total: number }>('docs', 'find', 'kavya');
  expect(found.documents.map(({ status }) => status)).toEqual(['SENT', 'COMPLETED']);
  for (const topic of ['certificate', 'docs']) {
    const saved = await run(topic, 'download', '--all-of', 'kavya nair', '-o', 'archive');
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.stderr).toContain('1 matching document not COMPLETED, left out');
  }
  expect(await readdir(office.path('archive'))).toHaveLength(2);
  const again = await json('docs', 'download', '--all-of', 'kavya', '-o', 'archive');
  expect(again.files).toMatchObject([{ documentId: id, unchanged: true }]);
});

test('a reset needs a yes, forgets every document and keeps the key', async () => {
  expect((await run('sandbox', 'reset')).code).toBe(2);
  await run('docs', 'find', 'asha');
  expect((await run('docs', 'find', 'asha', '--offline')).code).toBe(0);
  expect(await json('sandbox', 'reset', '--yes')).toEqual({ reset: true });
  expect((await run('docs', 'find', 'asha', '--offline')).code).toBe(5);
  const { documents } = await json<{ documents: ShownDocument[] }>('docs', 'list');
  expect(documents).toEqual([]);
});

test('a sandbox that is not running is reported', async () => {
  const env = { ESIGN_CONFIG_DIR: office.path('nobody'), XDG_DATA_HOME: office.path('nothing') };
  for (const args of [['inbox'], ['sign', '5f0c1d5e'], ['webhook', 'list']]) {
    const { code, stderr } = await runWith(env, 'sandbox', ...args);
    expect({ code, stderr }, args.join(' ')).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('next: esign sandbox start'),
    });
  }
});

test("a sandbox's documents are looked up with its own key, and with no other", async () => {
  const { dataDir } = office.running.sandbox;
  const env = { ESIGN_CONFIG_DIR: office.path('elsewhere') };
  const set = ['profile', 'set', 'live', '--base-url', office.running.sandbox.baseUrl];
  await runWith(env, ...set);
  const sign = ['sandbox', 'sign', '5f0c1d5e', '--data-dir', dataDir];
  const { code, stderr } = await runWith(env, ...sign);
  expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('full id') });
});
