import { expect, test } from 'vitest';
import {
  diskResult,
  lockResult,
  meantSandbox,
  portResult,
} from '../../../src/cli/doctor/sandbox-checks.ts';
import type { Connection } from '../../../src/cli/profiles/connection.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import type { LockOwner } from '../../../src/locks/lock-owner.ts';

const SANDBOX = {
  dataDir: '/data/sandbox',
  url: new URL('http://127.0.0.1:4010'),
  start: 'esign sandbox start --port 4010',
  isInUse: true,
};
const OWN = 'http://127.0.0.1:4010';
const OTHER = 'http://127.0.0.1:4020';

const PORTS = [
  ['the sandbox listens', { isTaken: true, address: OWN, isLocked: true }, 'ok', undefined],
  ['it listens nowhere now', { isTaken: false, address: OWN, isLocked: true }, 'unknown', null],
  ['it runs elsewhere', { isTaken: true, address: OTHER, isLocked: true }, 'warning', 'stop it'],
  ['nothing runs', { isTaken: false, address: undefined, isLocked: false }, 'ok', undefined],
  ['no lock', { isTaken: true, address: undefined, isLocked: false }, 'warning', '--port 0'],
  ['it may start', { isTaken: true, address: undefined, isLocked: true }, 'unknown', null],
  ['no refusal', { isTaken: undefined, address: undefined, isLocked: false }, 'unknown', null],
] as const;

test.each(PORTS)('the port, if %s', (_, seen, state, next) => {
  const found = portResult(SANDBOX, seen);
  expect(found).toMatchObject({ state, exitCode: 0 });
  if (next) expect(found.next).toContain(next);
  else expect(found.next).toBeNull();
});

test('another port is advised in place of the one that is taken', () => {
  const seen = { isTaken: true, address: undefined, isLocked: false };
  expect(portResult(SANDBOX, seen).next).toBe('esign sandbox start --port 0');
});

const OWNER: LockOwner = {
  pid: 4242,
  started: '1',
  scope: 'here',
  command: 'esign',
  since: '2026-11-23T09:00:00Z',
};

const LOCKS = [
  ['nobody left one', undefined, false, 'ok', /not locked/, null],
  ['the sandbox holds it', { owner: OWNER, isAlive: true }, true, 'ok', /process 4242/, null],
  [
    'a dead process left it',
    { owner: OWNER, isAlive: false },
    false,
    'warning',
    /^left by process 4242/,
    /esign sandbox start/,
  ],
  [
    'a damaged one is left',
    { owner: undefined, isAlive: false },
    false,
    'warning',
    /^left, /,
    /esign sandbox start/,
  ],
  [
    'a process of this machine holds it and no sandbox answers',
    { owner: OWNER, isAlive: true },
    false,
    'warning',
    /no sandbox answers/,
    /end process 4242/,
  ],
  [
    'a process of another container holds it',
    { owner: { ...OWNER, scope: 'there' }, isAlive: true },
    false,
    'warning',
    /no sandbox answers/,
    /another machine or container/,
  ],
  [
    'it cannot be read',
    { owner: undefined, isAlive: true },
    false,
    'unknown',
    /cannot be read/,
    null,
  ],
] as const;

test.each(LOCKS)('the lock, if %s', (_, lock, isAnswering, state, about, next) => {
  const found = lockResult(SANDBOX, { lock, scope: 'here', isAnswering });
  expect(found).toMatchObject({ state, exitCode: 0 });
  expect(found.about).toMatch(about);
  if (next) expect(found.next).toMatch(next);
  else expect(found.next).toBeNull();
});

const DISKS = [
  [499_999_999, 'warning', '500.0 MB free for /data'],
  [500_000_000, 'ok', '500.0 MB free for /data'],
  [0, 'warning', '0 bytes free for /data'],
  [1, 'warning', '1 byte free for /data'],
  [78_400_000_000, 'ok', '78.4 GB free for /data'],
] as const;

test.each(DISKS)('a disk with %i bytes is %s', (bytes, state, about) => {
  expect(diskResult('/data', bytes)).toMatchObject({ state, about });
});

const ENVIRONMENT = { ...readEnvironment({}), sandboxDir: '/home/sandbox' };
const CONNECTION: Connection = {
  profile: 'sandbox',
  baseUrl: OWN,
  apiKey: 'sk_test_1',
  keySource: 'profile',
  isKeyOverridden: false,
  dataDir: '/home/sandbox',
  webhookSecret: undefined,
  secretSource: undefined,
  warnings: [],
  recipients: undefined,
};
const NO_KEY = { apiKey: undefined, keySource: undefined, profile: undefined, dataDir: undefined };

const MEANT: ReadonlyArray<
  readonly [what: string, connection: Partial<Connection>, start: string | undefined]
> = [
  ['the default one', {}, 'esign sandbox start'],
  [
    'one with a name, a port and a folder of its own',
    { profile: 'second', baseUrl: OTHER, dataDir: '/tmp/my data' },
    "esign sandbox start --profile second --port 4020 --data-dir '/tmp/my data'",
  ],
  ['the default one without a key', NO_KEY, 'esign sandbox start'],
  ['none at another address without a key', { ...NO_KEY, baseUrl: OTHER }, undefined],
  ['none with a key of the environment', { keySource: 'ESIGN_API_KEY' }, undefined],
  ['none of a profile without a folder', { dataDir: undefined }, undefined],
];

test.each(MEANT)('the sandbox meant: %s', (_, connection, start) => {
  expect(meantSandbox({ ...CONNECTION, ...connection }, ENVIRONMENT)?.start).toBe(start);
});
