import { expect, test } from 'vitest';
import { placeOf, placeText } from '../../../src/cli/command-context.ts';
import { resolveConnection } from '../../../src/cli/profiles/connection.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { paintOf } from '../../../src/cli/terminal/paint.ts';

const baseUrl = 'https://esign.example.com';
const settings = (apiKey?: string) => ({
  current: 'main',
  profiles: { main: { baseUrl, ...(apiKey !== undefined && { apiKey }) } },
});

const PLACES: ReadonlyArray<
  readonly [key: string | undefined, variables: Record<string, string>, text: string]
> = [
  ['sk_live_1', {}, `LIVE: ${baseUrl}, profile main`],
  ['sk_test_1', {}, `test: ${baseUrl}, profile main`],
  ['secret', {}, `test or live unknown: ${baseUrl}, profile main`],
  [undefined, {}, `test or live unknown: ${baseUrl}, no key`],
  [
    'sk_test_1',
    { ESIGN_API_KEY: 'sk_live_2', ESIGN_BASE_URL: 'http://127.0.0.1:4010' },
    'LIVE: http://127.0.0.1:4010, key of ESIGN_API_KEY',
  ],
];

test.each(PLACES)('the key %s with %j acts in "%s"', (key, variables, text) => {
  const environment = readEnvironment(variables);
  const place = placeOf(resolveConnection(undefined, environment, settings(key)));
  expect(placeText(place, paintOf(false))).toBe(text);
});

test('live stands out', () => {
  const place = { profile: 'main', baseUrl, keySource: 'profile', mode: 'live' } as const;
  expect(placeText(place, paintOf(true))).toContain('\u001b[1m\u001b[31mLIVE');
});
