import { expect, test } from 'vitest';
import DocsList from '../../../commands/docs/list.ts';
import DocsShow from '../../../commands/docs/show.ts';
import { EXIT, exitCodeOfStatus, worstCode } from '../../../src/cli/errors/exit-codes.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const KEY = 'sk_live_0123456789abcdef';
const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';

const REFUSALS = [
  [400, 'invalid_request', 3],
  [401, 'unauthorized', 4],
  [402, 'insufficient_credits', 7],
  [403, 'api_access_not_enabled', 4],
  [404, 'not_found', 5],
  [409, 'invalid_state', 6],
  [413, 'file_too_large', 3],
] as const;

const REFUSAL_CASES = REFUSALS.flatMap(
  ([status, code, exit]) =>
    [
      [status, code, exit, 'text'],
      [status, code, exit, 'JSON'],
    ] as const,
);

test.each(REFUSAL_CASES)('%i %s ends in %i, as %s', async (status, code, exit, form) => {
  const { baseUrl } = await serveHttp((_, response) =>
    answerJson(response, status, { error: code, message: 'Said by the service.' }),
  );
  const flags = form === 'JSON' ? ['--json'] : [];
  const end = await runCommand(DocsShow, [ID, ...flags], {
    ESIGN_BASE_URL: baseUrl,
    ESIGN_API_KEY: KEY,
  });
  expect(end).toMatchObject({ code: exit, stdout: '' });
  expect(end.stderr).not.toContain(KEY);
  if (form === 'text') {
    expect(end.stderr).toMatch(
      new RegExp(`^error: Said by the service. \\(${code}, HTTP ${status}\\)`),
    );
    expect(end.stderr).toContain('request: req_1');
    return;
  }
  expect(end.stderr.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(end.stderr).error).toMatchObject({
    code,
    message:
      status === 401
        ? 'Said by the service: the key comes from ESIGN_API_KEY'
        : 'Said by the service.',
    status,
    exitCode: exit,
    requestId: 'req_1',
  });
});

const LOCAL_FAILURES = [
  ['no key', DocsList, [], {}, EXIT.noAccess, 'no_key'],
  ['a missing document', DocsShow, [], { ESIGN_API_KEY: KEY }, EXIT.usage, 'input_needed'],
  ['an unknown flag', DocsList, ['--nope'], {}, EXIT.usage, 'usage'],
  ['a number that is none', DocsList, ['--limit', 'x'], {}, EXIT.usage, 'usage'],
  ['a value that is not offered', DocsList, ['--status', 'GONE'], {}, EXIT.usage, 'usage'],
  ['an unknown profile', DocsList, ['--profile', 'nope'], {}, EXIT.usage, 'unknown_profile'],
  [
    'a key over plain http',
    DocsList,
    [],
    { ESIGN_API_KEY: KEY, ESIGN_BASE_URL: 'http://esign.example.com' },
    EXIT.usage,
    'insecure_base_url',
  ],
  [
    'a service that is not there',
    DocsShow,
    [ID],
    { ESIGN_API_KEY: KEY, ESIGN_BASE_URL: 'http://127.0.0.1:1' },
    EXIT.unreachable,
    'connection_failed',
  ],
] as const;

test.each(LOCAL_FAILURES)(
  '%s ends alike as text and as JSON',
  async (_, command, argv, ...rest) => {
    const [env, exit, code] = rest;
    const text = await runCommand(command, argv, env);
    expect(text).toMatchObject({ code: exit, stdout: '' });
    expect(text.stderr).toMatch(/^error: /);
    const json = await runCommand(command, [...argv, '--json'], env);
    expect(json).toMatchObject({ code: exit, stdout: '' });
    expect(json.stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(json.stderr).error).toMatchObject({ code, exitCode: exit });
  },
);

test('a usage error lists all that is missing and unknown', async () => {
  const end = await runCommand(DocsList, ['--strange', 'stray', '--json']);
  expect(JSON.parse(end.stderr).error.message).toBe(
    'unknown flag --strange; unexpected argument "stray"',
  );
});

test('429 that lasts and 5xx end as a service that cannot be reached', () => {
  expect([429, 500, 502, 503, 302].map(exitCodeOfStatus)).toEqual([9, 9, 9, 9, 9]);
});

test('a named profile outranks the key in the environment, with a warning', async () => {
  const { baseUrl, received } = await serveHttp((_, response) =>
    answerJson(response, 200, { documents: [], limit: 20, offset: 0 }),
  );
  const { makeTestFolder } = await import('../../support/cli/run-esign.ts');
  const profiles = { work: { baseUrl, apiKey: 'sk_live_of_the_profile_1' } };
  const folder = await makeTestFolder({ 'config.json': JSON.stringify({ profiles }) });
  const end = await runCommand(DocsList, ['--profile', 'work', '--json'], {
    ESIGN_CONFIG_DIR: folder,
    ESIGN_API_KEY: KEY,
  });
  expect(end.code).toBe(0);
  expect(received[0]?.headers.authorization).toBe('Bearer sk_live_of_the_profile_1');
  expect(JSON.parse(end.stderr).warning.message).toContain('ESIGN_API_KEY ignored');
  expect(JSON.parse(end.stdout)).toEqual({ documents: [], limit: 20, offset: 0 });
});

const FROM_WORST = [10, 11, 4, 9, 3, 6, 5, 2, 8, 0];

test('of any two codes the worse one wins, in either order', () => {
  for (const [at, worse] of FROM_WORST.entries())
    for (const better of FROM_WORST.slice(at)) {
      expect(worstCode([worse, better])).toBe(worse);
      expect(worstCode([better, worse])).toBe(worse);
    }
});

test('nothing is 0, and what is unexpected or without a place outranks all', () => {
  expect(worstCode([])).toBe(0);
  expect(worstCode([10, 1])).toBe(1);
  expect(worstCode([10, 99])).toBe(99);
});
