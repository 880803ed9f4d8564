import { expect, test } from 'vitest';
import { openProfileStore } from '../../../src/cli/profiles/profile-store.ts';
import { dropSandboxProfile, keepSandboxProfile } from '../../../src/cli/sandbox/start-sandbox.ts';
import { makeTestFolder } from '../../support/run-esign.ts';

const sandbox = (dataDir: string) => ({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'sk_test_1',
  webhookSecret: 'whsec_1',
  dashboardUrl: 'http://127.0.0.1:4011',
  inboxUrl: 'http://127.0.0.1:4011/inbox',
  dataDir,
});

const openStore = async () => openProfileStore(await makeTestFolder());

test('a sandbox whose folder is gone leaves no profile behind', async () => {
  const store = await openStore();
  const before = store.read();
  keepSandboxProfile(store, sandbox('/gone'));
  expect(store.read().current).toBe('sandbox');
  dropSandboxProfile(store, before, '/gone');
  expect(store.read()).toEqual({ current: undefined, profiles: {} });
});

test('the profile that it took the place of comes back, and stays the current one', async () => {
  const store = await openStore();
  keepSandboxProfile(store, sandbox('/kept'));
  const before = store.read();
  keepSandboxProfile(store, sandbox('/gone'));
  dropSandboxProfile(store, before, '/gone');
  expect(store.read()).toEqual(before);
});

test('a profile that another sandbox has written since is left alone', async () => {
  const store = await openStore();
  const before = store.read();
  keepSandboxProfile(store, sandbox('/gone'));
  keepSandboxProfile(store, sandbox('/other'));
  dropSandboxProfile(store, before, '/gone');
  expect(store.read().profiles.sandbox?.dataDir).toBe('/other');
});
