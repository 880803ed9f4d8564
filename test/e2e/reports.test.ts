import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { ANSWER_EXAMPLES } from '../../src/contract/examples.ts';
import type { Ended, RunOptions } from '../support/cli/run-esign.ts';
import { runEsign, startEsign } from '../support/cli/run-esign.ts';
import { serveHttp } from '../support/network/http-server.ts';
import { startTlsServer } from '../support/network/tls-server.ts';

const KEY = 'sk_live_canary';

type Respond = (request: unknown, response: ServerResponse) => void;

const emptyList: Respond = (_, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"documents":[],"limit":20,"offset":0}');

const answers =
  (status: number, headers: Record<string, string>): Respond =>
  (_, response) =>
    response.writeHead(status, headers).end('{"documents":[');

type Command = readonly [argv: readonly string[], options?: RunOptions];

interface Report {
  readonly about: string;
  readonly respond?: Respond;
  /** The arguments and the surroundings, for the address of the service. */
  readonly run: (baseUrl: string) => Command | Promise<Command>;
  readonly code: number;
  readonly says: RegExp;
}

const list =
  (env: Record<string, string> = {}) =>
  (baseUrl: string) =>
    [
      ['docs', 'list', '--json'],
      { env: { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY, ...env } },
    ] as const;

const login = (stdin: string | Buffer) => (baseUrl: string) =>
  [['auth', 'login', '--with-key', '--base-url', baseUrl], { stdin }] as const;

const onTheService =
  (...argv: readonly string[]) =>
  (baseUrl: string) =>
    [argv, { env: { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: KEY } }] as const;

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

/** A document that waits for its two signers; the first answers are those of `bad`. */
function waiting(status: string, bad: readonly number[] = []): Respond {
  const left = [...bad];
  return (request, response) => {
    const { url } = request as { url: string };
    const broken = left.shift();
    if (broken !== undefined) return response.writeHead(broken).end('<html>');
    if (!url.endsWith(ID)) return response.writeHead(404).end();
    const document = { ...ANSWER_EXAMPLES.retrieveDocument, status };
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(document));
  };
}

const watch = onTheService('status', ID, '--watch', '--timeout', '3s', '--json');

/** What users of other command lines reported, tried here. */
const REPORTS: readonly Report[] = [
  {
    about: 'a key from a UTF-16 file',
    run: login(Buffer.from(`\ufeff${KEY}`, 'utf16le')),
    ...{ code: 2, says: /not plain text, but perhaps UTF-16/ },
  },
  {
    about: 'a key with a line break in it',
    run: login('sk_live\ncanary'),
    ...{ code: 2, says: /spaces, line breaks or invisible characters in it/ },
  },
  {
    about: 'a key with a zero-width space in a variable',
    run: list({ ESIGN_API_KEY: 'sk_live\u200bcanary' }),
    ...{
      code: 2,
      says: /the API key is empty, or holds spaces, line breaks or other characters/,
    },
  },
  {
    about: 'a home that does not exist',
    respond: emptyList,
    run: list({ HOME: '/nonexistent', ESIGN_CONFIG_DIR: '' }),
    ...{ code: 0, says: /^$/ },
  },
  {
    about: 'settings where no folder can be made',
    respond: emptyList,
    run: list({ ESIGN_CONFIG_DIR: '/proc/none' }),
    ...{ code: 2, says: /cannot read or write the settings in \/proc\/none/ },
  },
  {
    about: 'a proxy that asks for a password',
    respond: answers(407, { 'proxy-authenticate': 'Basic' }),
    run: list(),
    ...{ code: 9, says: /a proxy asks for a user name and password/ },
  },
  {
    about: 'a compressed answer that nobody asked for',
    respond: answers(200, { 'content-encoding': 'gzip' }),
    run: list(),
    ...{ code: 9, says: /encoded as gzip/ },
  },
  {
    about: 'a wait of a day',
    respond: answers(429, { 'retry-after': '86400' }),
    run: list(),
    ...{ code: 9, says: /it asks to wait until \d\d \w+ \d{4}/ },
  },
  {
    about: 'a redirect to a sign-in page',
    respond: answers(302, { location: 'https://example.test/login' }),
    run: list(),
    ...{ code: 9, says: /redirected to https:\/\/example\.test\// },
  },
  {
    about: 'login while the variable is set',
    run: (baseUrl) =>
      [
        ['auth', 'login', '--with-key', '--base-url', baseUrl],
        { stdin: KEY, env: { ESIGN_API_KEY: 'sk_live_other' } },
      ] as const,
    ...{ code: 2, says: /ESIGN_API_KEY is set, and overrides any saved key/ },
  },
  {
    about: 'a profile with spaces in its name',
    run: (baseUrl) => [['profile', 'set', 'my prod ', '--base-url', baseUrl]] as const,
    ...{ code: 2, says: /profile/ },
  },
  {
    about: 'a path of an event that does not exist',
    run: () =>
      [['webhook', 'trigger', 'document.completed', '--set', 'nope.x=1', '--dry-run']] as const,
    ...{ code: 2, says: /nope/ },
  },
  {
    about: 'a receiver that does not run',
    run: () =>
      [
        ['webhook', 'trigger', 'document.completed', '--to', 'http://127.0.0.1:1'],
        { env: { ESIGN_WEBHOOK_SECRET: 'whsec_canary' } },
      ] as const,
    ...{ code: 9, says: /nothing listens there/ },
  },
  {
    about: 'a certificate that only the company trusts',
    run: async () => list({ ESIGN_BASE_URL: (await startTlsServer()).url })(''),
    ...{ code: 9, says: /tls_failed.*NODE_EXTRA_CA_CERTS/s },
  },
  {
    about: 'a receiver with a certificate of its own',
    run: async () =>
      [
        ['webhook', 'trigger', 'document.completed', '--to', (await startTlsServer()).url],
        { env: { ESIGN_WEBHOOK_SECRET: 'whsec_canary' } },
      ] as const,
    ...{ code: 9, says: /its certificate is not trusted .*NODE_EXTRA_CA_CERTS/ },
  },
  {
    about: 'a port that another program has',
    run: (baseUrl) => [['sandbox', 'start', '--port', new URL(baseUrl).port, '--ephemeral']],
    ...{ code: 2, says: /Port \d+ on 127\.0\.0\.1 is already in use.*--port 0/s },
  },
  {
    about: 'a watch of a document that was not sent',
    respond: waiting('PENDING'),
    run: onTheService('status', ID, '--watch', '--timeout', '2s'),
    ...{ code: 8, says: /not sent/ },
  },
  {
    about: 'one bad answer in the middle of a watch',
    respond: waiting('COMPLETED', [502]),
    run: watch,
    ...{ code: 0, says: /^$/ },
  },
  {
    about: 'a watch that writes to a program',
    respond: waiting('COMPLETED'),
    run: onTheService('status', ID, '--watch', '--timeout', '3s'),
    ...{ code: 0, says: /signed/ },
  },
  {
    about: 'a page of another program',
    respond: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    run: list(),
    ...{ code: 9, says: /not.*JSON|web page|HTML/i },
  },
  {
    about: 'a refusal without a word',
    respond: (_, response) => response.writeHead(403).end(),
    run: list(),
    ...{ code: 4, says: /403/ },
  },
  {
    about: 'a file whose name begins with a dash',
    run: () => [['send', '-dash.pdf', '--signer', 'Asha Rao <asha@example.in> 9876543210']],
    ...{ code: 2, says: /\.\/-dash\.pdf/ },
  },
];

function checkStreams({ stdout, stderr }: Ended, isJson: boolean): void {
  expect(stdout + stderr).not.toContain('canary');
  expect(stdout + stderr).not.toContain('\u001b');
  expect(stderr).not.toMatch(/ {4}at |ERR_INVALID_CHAR/);
  if (isJson && stdout !== '') JSON.parse(stdout);
  if (isJson && stderr !== '') JSON.parse(stderr);
}

test.each(REPORTS)('$about: exit $code, in words', async ({ respond, run, code, says }) => {
  const { baseUrl } = await serveHttp(respond ?? emptyList);
  const [argv, options] = await run(baseUrl);
  const ended = await runEsign(argv, options);
  expect(ended.code, ended.stderr).toBe(code);
  expect(ended.stderr).toMatch(says);
  checkStreams(ended, argv.includes('--json'));
});

test('a service that stops answering can always be interrupted', async () => {
  const { baseUrl, received } = await serveHttp(() => undefined);
  const [argv, options] = list()(baseUrl);
  const running = await startEsign(argv, options);
  await expect.poll(() => received.length).toBe(1);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
});

test('a terminal that closes ends a listener as SIGTERM does', async () => {
  const env = { ESIGN_WEBHOOK_SECRET: 'whsec_x' };
  const running = await startEsign(['webhook', 'listen', '--port', '0', '--json'], { env });
  await expect.poll(() => running.stdout()).toContain('ready');
  running.child.kill('SIGHUP');
  expect((await running.ended).code).toBe(143);
});
