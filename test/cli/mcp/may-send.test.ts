import { expect, test } from 'vitest';
import { checkMaySend } from '../../../src/cli/mcp/send-tools.ts';
import type { Connection } from '../../../src/cli/profiles/connection.ts';

const LIVE: Connection = {
  profile: 'work',
  baseUrl: 'https://esign.example.in',
  apiKey: 'sk_live_abcdefgh',
  keySource: 'profile',
  isKeyOverridden: false,
  dataDir: undefined,
  webhookSecret: undefined,
  secretSource: undefined,
  warnings: [],
  recipients: undefined,
};
const SANDBOX = { dataDir: '/data/sandbox', profile: 'sandbox', baseUrl: 'http://127.0.0.1:4010' };
const recipients = { profile: 'work', patterns: ['*@example.in'] };

const CASES: ReadonlyArray<readonly [string, Partial<Connection>, boolean]> = [
  ['a profile without an allow-list', {}, false],
  ['a profile with an allow-list', { recipients }, true],
  ['a sandbox, by its own key', SANDBOX, true],
  ['a key of the environment', { keySource: 'ESIGN_API_KEY' }, false],
  [
    'the profile of a sandbox with a key of the environment',
    { ...SANDBOX, keySource: 'ESIGN_API_KEY' },
    false,
  ],
  ['a key of the environment with an allow-list', { keySource: 'ESIGN_API_KEY', recipients }, true],
];

test.each(CASES)('with %s, an agent may send: %s', (_, part, may) => {
  const check = () => checkMaySend({ ...LIVE, ...part });
  if (may) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'sending_not_allowed', exitCode: 2 }));
});
