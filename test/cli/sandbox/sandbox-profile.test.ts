import { expect, test } from 'vitest';
import { openProfileStore } from '../../../src/cli/profiles/profile-store.ts';
import {
  checkSandboxProfile,
  dropSandboxProfile,
  keepSandboxProfile,
} from '../../../src/cli/sandbox/sandbox-profile.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

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
  await keepSandboxProfile(store, 'sandbox', sandbox('/gone'));
  expect(store.read().current).toBe('sandbox');
  await dropSandboxProfile(store, { name: 'sandbox', before, dataDir: '/gone' });
  expect(store.read()).toEqual({ current: undefined, profiles: {} });
});

test('the profile that it took the place of comes back, and stays the current one', async () => {
  const store = await openStore();
  await keepSandboxProfile(store, 'sandbox', sandbox('/kept'));
  const before = store.read();
  await keepSandboxProfile(store, 'sandbox', sandbox('/gone'));
  await dropSandboxProfile(store, { name: 'sandbox', before, dataDir: '/gone' });
  expect(store.read()).toEqual(before);
});

test('a profile that another sandbox has written since is left alone', async () => {
  const store = await openStore();
  const before = store.read();
  await keepSandboxProfile(store, 'sandbox', sandbox('/gone'));
  await keepSandboxProfile(store, 'sandbox', sandbox('/other'));
  await dropSandboxProfile(store, { name: 'sandbox', before, dataDir: '/gone' });
  expect(store.read().profiles.sandbox?.dataDir).toBe('/other');
});

test('a sandbox writes, and drops, the profile of the name it was given', async () => {
  const store = await openStore();
  await keepSandboxProfile(store, 'sandbox', sandbox('/kept'));
  const before = store.read();
  expect(await keepSandboxProfile(store, 'second', sandbox('/gone'))).toBe('sandbox');
  expect(store.read().profiles.second?.dataDir).toBe('/gone');
  await dropSandboxProfile(store, { name: 'second', before, dataDir: '/gone' });
  expect(store.read()).toEqual(before);
});

test.each([
  ['gone', 'live'],
  ['third', 'third'],
])(
  'after a sandbox ends, if profile %s was chosen meanwhile, %s is current',
  async (chosen, current) => {
    const store = await openStore();
    const live = { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_1' };
    await store.change(() => ({ current: 'live', profiles: { live, third: live } }));
    const before = store.read();
    await keepSandboxProfile(store, 'gone', sandbox('/gone'));
    await store.change((settings) => ({ ...settings, current: chosen }));
    await dropSandboxProfile(store, { name: 'gone', before, dataDir: '/gone' });
    expect(store.read()).toEqual({ ...before, current });
  },
);

const SETTINGS = {
  current: 'live',
  profiles: {
    live: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_1' },
    running: { baseUrl: 'http://127.0.0.1:4010', dataDir: '/running' },
    stopped: { baseUrl: 'http://127.0.0.1:4020', dataDir: '/stopped' },
  },
};
const isRunning = async (dataDir: string) => dataDir === '/running';

test.each([
  ['new', '/mine'],
  ['stopped', '/mine'],
  ['stopped', undefined],
  ['running', '/running'],
])('a sandbox may write the profile "%s" from %s', async (name, dataDir) => {
  await checkSandboxProfile(SETTINGS, { name, dataDir, isRunning });
});

test.each([
  ['running', '/mine', 'belongs to the sandbox that runs on /running'],
  ['running', undefined, 'belongs to the sandbox that runs on /running'],
  ['live', '/mine', "is not a sandbox's: it is for https://esign.example.com"],
  ['live', undefined, "is not a sandbox's"],
  ['a b', '/mine', 'is not a valid profile name'],
])('a sandbox must not write the profile "%s" from %s', async (name, dataDir, message) => {
  const checking = checkSandboxProfile(SETTINGS, { name, dataDir, isRunning });
  await expect(checking).rejects.toMatchObject({
    message: expect.stringContaining(message),
    exitCode: 2,
  });
});
