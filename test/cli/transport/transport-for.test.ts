import { expect, onTestFinished, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { transportFor } from '../../../src/cli/transport/open-client.ts';
import { ConnectionError } from '../../../src/client/index.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import { startConnectProxy } from '../../support/network/connect-proxy.ts';

const proxiesIn = (variables: Record<string, string>) => readEnvironment(variables).proxies;

test.each([
  ['HTTPS_PROXY', 'https://esign.example.com', 'esign.example.com:443'],
  ['https_proxy', 'https://esign.example.com:8443', 'esign.example.com:8443'],
  ['HTTP_PROXY', 'http://esign.example.com', 'esign.example.com:80'],
])('%s is asked for a tunnel to %s', async (variable, baseUrl, asked) => {
  const proxy = await startConnectProxy('refuse');
  onTestFinished(() => proxy.close());
  const transport = await transportFor(baseUrl, {
    proxies: proxiesIn({ [variable]: new URL(proxy.url).host }),
  });
  const { client } = aClient(baseUrl, { transport, maxRetries: 0, allowInsecure: true });
  expect(await failureOf(client.documents.page(), ConnectionError)).toMatchObject({
    phase: 'proxy',
    opened: false,
    message: expect.stringMatching(/: the proxy [\w.-]+:\d+ did not connect/),
  });
  expect(proxy.asked).toEqual([asked]);
});

test.each([
  ['without a proxy', {}, 'https://esign.example.com'],
  ['with an empty one', { HTTPS_PROXY: '' }, 'https://esign.example.com'],
  ['on this machine', { HTTP_PROXY: 'http://127.0.0.1:9' }, 'http://localhost:4010'],
])('the usual transport does %s', async (_, variables: Record<string, string>, baseUrl) => {
  expect(await transportFor(baseUrl, { proxies: proxiesIn(variables) })).toBeUndefined();
});

test.each(['ftp://127.0.0.1', 'socks5://127.0.0.1', 'http://', '::'])(
  'the proxy %s is refused before anything is sent, and not shown',
  async (proxy) => {
    const call = transportFor('https://esign.example.com', {
      proxies: proxiesIn({ HTTPS_PROXY: proxy }),
    });
    expect(await failureOf(call, CliError)).toMatchObject({ code: 'invalid_proxy', exitCode: 2 });
  },
);
