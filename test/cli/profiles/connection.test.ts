import { expect, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import {
  checkDestination,
  keyOrigin,
  requireKey,
  resolveConnection,
} from '../../../src/cli/profiles/connection.ts';
import type { Environment } from '../../../src/cli/profiles/profile.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { asSettings } from '../../../src/cli/profiles/profile-store.ts';
import { readWebhookSecrets } from '../../../src/cli/webhook/webhook-secrets.ts';

const SETTINGS = asSettings({
  current: 'live',
  profiles: {
    live: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_1' },
    sandbox: {
      baseUrl: 'http://127.0.0.1:4010',
      apiKey: 'sk_test_1',
      webhookSecret: 'whsec_kept',
      dataDir: '/data',
    },
  },
});

const environment = (variables: Record<string, string> = {}): Environment =>
  readEnvironment(variables);

const resolve = (flag: string | undefined, variables: Record<string, string> = {}) =>
  resolveConnection(flag, environment(variables), SETTINGS);

const PRECEDENCE = [
  ['the current profile', undefined, {}, 'https://esign.example.com', 'sk_live_1'],
  ['ESIGN_PROFILE', undefined, { ESIGN_PROFILE: 'sandbox' }, 'http://127.0.0.1:4010', 'sk_test_1'],
  [
    'the flag over ESIGN_PROFILE',
    'live',
    { ESIGN_PROFILE: 'sandbox' },
    'https://esign.example.com',
    'sk_live_1',
  ],
  [
    'the environment over the profile',
    undefined,
    { ESIGN_API_KEY: 'sk_env', ESIGN_BASE_URL: 'https://other.example.com' },
    'https://other.example.com',
    'sk_env',
  ],
  [
    'the flag over the environment',
    'sandbox',
    { ESIGN_API_KEY: 'sk_env', ESIGN_BASE_URL: 'https://other.example.com' },
    'http://127.0.0.1:4010',
    'sk_test_1',
  ],
] as const;

test.each(PRECEDENCE)('%s decides', (_, flag, variables, baseUrl, apiKey) => {
  expect(resolve(flag, variables)).toMatchObject({ baseUrl, apiKey });
});

const SECRETS = [
  ['ESIGN_WEBHOOK_SECRET', undefined, { ESIGN_PROFILE: 'sandbox' }, 'whsec_env'],
  ['the flag over ESIGN_WEBHOOK_SECRET', 'sandbox', {}, 'whsec_kept'],
  ['a named profile without a secret', 'live', {}, undefined],
] as const;

test.each(SECRETS)('%s decides which webhook secret verifies', (_, flag, variables, secret) => {
  const { webhookSecret, warnings } = resolve(flag, {
    ...variables,
    ESIGN_WEBHOOK_SECRET: 'whsec_env',
  });
  expect(webhookSecret).toBe(secret);
  expect(warnings).toEqual(
    flag ? [`ESIGN_WEBHOOK_SECRET ignored because of --profile ${flag}`] : [],
  );
});

test('the secret is called by where it comes from', async () => {
  const named = await readWebhookSecrets(
    undefined,
    resolve('sandbox', { ESIGN_WEBHOOK_SECRET: 'x' }),
  );
  expect(named).toEqual([{ name: 'the secret of profile "sandbox"', value: 'whsec_kept' }]);
  const set = await readWebhookSecrets(
    undefined,
    resolve(undefined, { ESIGN_WEBHOOK_SECRET: 'x' }),
  );
  expect(set).toEqual([{ name: 'ESIGN_WEBHOOK_SECRET', value: 'x' }]);
});

test('by default the address is the local sandbox, and there is no key', () => {
  const connection = resolveConnection(undefined, environment(), asSettings({}));
  expect(connection).toMatchObject({ baseUrl: 'http://127.0.0.1:4010', apiKey: undefined });
});

test("a profile's key is not sent to another address", () => {
  expect(() => resolve(undefined, { ESIGN_BASE_URL: 'https://other.example.com' })).toThrow(
    'the key of profile "live" is not sent to other.example.com',
  );
});

const DESTINATIONS = [
  ['https://esign.example.com', 'sk_live_1', undefined],
  ['http://127.0.0.1:4010', 'sk_live_1', undefined],
  ['http://localhost:4010', 'sk_test_1', undefined],
  ['http://[::1]:4010', 'sk_test_1', undefined],
  ['http://esign.example.com', 'sk_live_1', 'insecure_base_url'],
  ['http://127.0.0.1.example.com', 'sk_live_1', 'insecure_base_url'],
  ['https://esign.example.com', 'sk_test_1', 'sandbox_key'],
  ['ftp://esign.example.com', 'sk_live_1', 'invalid_base_url'],
  ['esign.example.com', 'sk_live_1', 'invalid_base_url'],
] as const;

test.each(DESTINATIONS)('to %s with %s: %s', (baseUrl, apiKey, code) => {
  const refusal = () => {
    try {
      checkDestination(baseUrl, apiKey, SETTINGS);
      return undefined;
    } catch (error) {
      return error instanceof CliError ? error.code : error;
    }
  };
  expect(refusal()).toBe(code);
});

test('settings that hold something else are read as far as they make sense', () => {
  expect(asSettings(null)).toEqual({ current: undefined, profiles: {} });
  expect(
    asSettings({ current: 'gone', profiles: { a: 1, b: { baseUrl: 'https://b.example.com' } } }),
  ).toEqual({
    current: undefined,
    profiles: { b: { baseUrl: 'https://b.example.com' } },
  });
});

test('an empty variable counts as unset', () => {
  const { apiKey, color, isCi } = readEnvironment({ ESIGN_API_KEY: '', NO_COLOR: '', CI: 'false' });
  expect({ apiKey, color, isCi }).toEqual({ apiKey: undefined, color: undefined, isCi: false });
});

const NO_SETTINGS = asSettings({});
const BOTH_WAYS = /esign auth login.*esign sandbox start/;

test('without a key both ways on are named, and nothing is said of what was not read', () => {
  const bare = resolveConnection(undefined, environment(), NO_SETTINGS);
  expect(() => requireKey(bare)).toThrow(
    expect.objectContaining({
      exitCode: 4,
      why: 'ESIGN_API_KEY is not set, and you have not logged in',
      next: expect.stringMatching(BOTH_WAYS),
    }),
  );
  const keyless = asSettings({ profiles: { bare: { baseUrl: 'https://esign.example.com' } } });
  const named = resolveConnection('bare', environment({ ESIGN_API_KEY: 'sk_live_1' }), keyless);
  expect(() => requireKey(named)).toThrow(
    expect.objectContaining({
      why: 'the profile holds no key, and none is taken from ESIGN_API_KEY',
      next: expect.stringMatching(BOTH_WAYS),
    }),
  );
});

const IN_CI: ReadonlyArray<readonly [variables: Record<string, string>, warnings: number]> = [
  [{ CI: 'true' }, 1],
  [{ CI: 'true', ESIGN_BASE_URL: 'https://esign.example.com' }, 0],
  [{ CI: 'false' }, 0],
  [{}, 0],
];

test.each(IN_CI)('with %j and no profile there are %i warnings of the address', (given, count) => {
  const { warnings } = resolveConnection(undefined, environment(given), NO_SETTINGS);
  expect(warnings).toHaveLength(count);
  if (count > 0) expect(warnings[0]).toMatch(/^ESIGN_BASE_URL is not set; using http:/);
  expect(resolveConnection(undefined, environment(given), SETTINGS).warnings).toEqual([]);
});

test('the origin of a key is its profile or its variable', () => {
  expect(keyOrigin(resolve(undefined))).toBe('profile "live"');
  expect(keyOrigin(resolve(undefined, { ESIGN_API_KEY: 'sk_live_2' }))).toBe('ESIGN_API_KEY');
  expect(keyOrigin(resolveConnection(undefined, environment(), NO_SETTINGS))).toBeUndefined();
});
