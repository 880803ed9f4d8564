import { expect, onTestFinished, test, vi } from 'vitest';
import { EsignClient, InvalidArgumentError } from '../../../src/client/index.ts';
import { aDocument, TEST_KEY } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

/** Sets both variables for one test; undefined removes one. */
function environment(baseUrl: string | undefined, apiKey: string | undefined): void {
  vi.stubEnv('ESIGN_BASE_URL', baseUrl);
  vi.stubEnv('ESIGN_API_KEY', apiKey);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

const aServer = () =>
  serveHttp((_, response) => answerJson(response, 200, { documents: [], limit: 20, offset: 0 }));

test('a client without options takes base URL and key from the environment, trimmed', async () => {
  const { baseUrl, received } = await aServer();
  environment(`${baseUrl}\n`, ` ${TEST_KEY}\n`);
  const client = new EsignClient();
  onTestFinished(() => client.close());
  await client.documents.page();
  expect(received[0]?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
});

test('options come before the environment', async () => {
  const { baseUrl, received } = await aServer();
  environment('https://esign.example.com', 'sk_test_other');
  const client = new EsignClient({ baseUrl, apiKey: TEST_KEY });
  onTestFinished(() => client.close());
  await client.documents.page();
  expect(received[0]?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
});

test.each([
  ['baseUrl', 'ESIGN_BASE_URL', undefined, TEST_KEY],
  ['baseUrl', 'ESIGN_BASE_URL', ' ', TEST_KEY],
  ['apiKey', 'ESIGN_API_KEY', 'https://esign.example.com', undefined],
  ['apiKey', 'ESIGN_API_KEY', 'https://esign.example.com', ''],
])('without %s and %s the error names both', (option, variable, baseUrl, apiKey) => {
  environment(baseUrl, apiKey);
  const make = () => new EsignClient();
  expect(make).toThrow(InvalidArgumentError);
  expect(make).toThrow(`pass the option ${option}, or set ${variable}`);
  expect(make).toThrow(expect.objectContaining({ argument: option }));
});

test('an empty key that was passed does not fall back to the environment', () => {
  environment('https://esign.example.com', TEST_KEY);
  expect(() => new EsignClient({ apiKey: '' })).toThrow(/API key is empty/);
});

test('a value of the environment is checked like an option', () => {
  environment(`http://esign.example.com/${aDocument().documentId}`, TEST_KEY);
  expect(() => new EsignClient()).toThrow(/unencrypted.*allowInsecure/);
});
