import { expect, test } from 'vitest';
import { resolveConnection } from '../../../src/cli/profiles/connection.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { asSettings } from '../../../src/cli/profiles/profile-store.ts';
import { otherKey } from '../../../src/cli/sandbox/sandbox-command.ts';

const baseUrl = 'http://127.0.0.1:4010';
const own = { baseUrl, apiKey: 'sk_test_own', dataDir: '/data' };
const SETTINGS = asSettings({
  current: 'sandbox',
  profiles: {
    sandbox: own,
    second: { baseUrl, apiKey: 'sk_test_second' },
    live: { baseUrl: 'https://esign.example.com', apiKey: 'sk_live_1' },
  },
});

const CASES: ReadonlyArray<
  readonly [flag: string | undefined, variables: Record<string, string>, origin: string | undefined]
> = [
  [undefined, {}, undefined],
  ['second', {}, 'profile "second"'],
  ['live', {}, undefined],
  [undefined, { ESIGN_API_KEY: 'sk_test_own' }, undefined],
  [undefined, { ESIGN_API_KEY: 'sk_test_second' }, 'ESIGN_API_KEY'],
  [undefined, { ESIGN_API_KEY: 'x', ESIGN_BASE_URL: 'https://esign.example.com' }, undefined],
];

test.each(CASES)('with profile %s and %j, the other key is of %s', (flag, variables, origin) => {
  const inForce = resolveConnection(flag, readEnvironment(variables), SETTINGS);
  const warning = otherKey(inForce, own);
  if (origin === undefined) expect(warning).toBeUndefined();
  else expect(warning).toContain(`the key of ${origin} is another than the sandbox's own`);
});
