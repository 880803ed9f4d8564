import { expect, test } from 'vitest';
import type { Connection } from '../../../../src/cli/profiles/connection.ts';
import { resolveConnection } from '../../../../src/cli/profiles/connection.ts';
import { readEnvironment } from '../../../../src/cli/profiles/profile.ts';
import {
  checkRegisteredHost,
  localUrl,
  registrationFolder,
} from '../../../../src/cli/webhook/listen/register-here.ts';

const SETTINGS = {
  current: 'sandbox',
  profiles: {
    sandbox: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'sk_test_a', dataDir: '/data/sandbox' },
    second: { baseUrl: 'http://127.0.0.1:5010', apiKey: 'sk_test_b', dataDir: '/data/second' },
    live: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_c' },
  },
};
const EMPTY = { profiles: {} };

function folder(variables: Record<string, string>, flag?: string, settings: object = SETTINGS) {
  const kept = settings as typeof SETTINGS;
  const connection: Connection = resolveConnection(flag, readEnvironment(variables), kept);
  return registrationFolder(undefined, connection, { settings: kept, sandboxDir: '/default' });
}

test('the sandbox is that of the current profile, of the address, or the default', () => {
  expect(folder({})).toBe('/data/sandbox');
  expect(folder({}, 'second')).toBe('/data/second');
  const second = { ESIGN_BASE_URL: 'http://127.0.0.1:5010/', ESIGN_API_KEY: 'sk_test_b' };
  expect(folder(second)).toBe('/data/second');
  expect(folder({}, undefined, EMPTY)).toBe('/default');
});

test('a given folder is used', () => {
  const connection = resolveConnection('live', readEnvironment({}), SETTINGS);
  const known = { settings: SETTINGS, sandboxDir: '/default' };
  expect(registrationFolder('/named', connection, known)).toBe('/named');
});

test('another service is an error that mentions its dashboard', () => {
  expect(() => folder({}, 'live')).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: expect.stringContaining('esign.example.com'),
      next: expect.stringContaining('esign help webhooks'),
    }),
  );
  const elsewhere = { ESIGN_BASE_URL: 'http://127.0.0.1:9999', ESIGN_API_KEY: 'sk_x' };
  expect(() => folder(elsewhere)).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: '--register needs a sandbox, and no profile has one at 127.0.0.1:9999',
    }),
  );
});

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1', '0.0.0.0', '::'])(
  'a sandbox delivers to %s',
  (host) => {
    expect(() => checkRegisteredHost(host)).not.toThrow();
  },
);

test('a sandbox delivers only to this machine', () => {
  expect(() => checkRegisteredHost('192.168.1.5')).toThrow(
    expect.objectContaining({ exitCode: 2 }),
  );
});

test('a listener on all addresses is reached on this machine', () => {
  expect(localUrl('http://0.0.0.0:4020/hooks')).toBe('http://127.0.0.1:4020/hooks');
  expect(localUrl('http://[::]:4020/')).toBe('http://[::1]:4020/');
  expect(localUrl('http://127.0.0.1:4020/')).toBe('http://127.0.0.1:4020/');
});
