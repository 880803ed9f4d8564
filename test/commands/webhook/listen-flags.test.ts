import { Parser } from '@oclif/core';
import { expect, test } from 'vitest';
import { extraEventsIn, listenFlags } from '../../../src/cli/webhook/listen/listen-flags.ts';

const flagsOf = async (...argv: string[]) =>
  (await Parser.parse(argv, { flags: listenFlags, strict: true })).flags;

test('the defaults are loopback and a fixed port', async () => {
  expect(await flagsOf()).toMatchObject({ host: '127.0.0.1', port: 4020, path: '/' });
});

const UNTIL = 'document.completed';
const ID = '5F0C1D5E-0F64-4f0e-9a3c-2b7d1f6f8a11';
const once = (status: number, times = 1) => ({ status, times });

test.each([
  ['timeout', '1m30s', 90_000],
  ['forward-to', '127.0.0.1:3000/a', new URL('http://127.0.0.1:3000/a')],
  ['respond', '200', [once(200)]],
  ['respond', '500x2,200', [once(500, 2), once(200)]],
  ['respond', ' 503x10 , 301', [once(503, 10), once(301)]],
  ['events', 'signer.signed, document.completed', ['signer.signed', UNTIL]],
  ['until', UNTIL, { event: UNTIL, document: undefined }],
  ['until', `${UNTIL}:5f0c1d5e`, { event: UNTIL, document: '5f0c1d5e' }],
  ['until', `${UNTIL}:${ID}`, { event: UNTIL, document: ID }],
])('--%s %s is parsed', async (flag, text, value) => {
  expect(await flagsOf(`--${flag}`, text)).toMatchObject({ [flag]: value });
});

test.each([
  ['--timeout', ['soon', '0']],
  ['--forward-to', ['ftp://example.com']],
  ['--path', ['no-slash', '/with?query']],
  ['--respond', ['', '100', '600', '20', '200x0', '200x', '200,,500', '2oo', '200x1000000']],
  ['--until', ['', 'completed', `${UNTIL}:`, `${UNTIL}:5f0c`, 'signer.signed:a:b']],
])('%s refuses %j as a usage error', async (flag, texts) => {
  for (const text of texts)
    await expect(flagsOf(`${flag}=${text}`)).rejects.toMatchObject({ exitCode: 2 });
});

test('an unknown event is refused with those of the service', async () => {
  await expect(flagsOf('--events', 'signer.sign')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(
      'there is no event "signer.sign"; the events are signer.signed,',
    ),
  });
});

test.each([
  ['--forward-to', 'http://127.0.0.1:3000', '--respond', '200'],
  ['--preserve-host'],
  ['--exit-after', '1', '--until', 'document.completed'],
  ['--strict', '--no-verify'],
  ['--register', '--no-verify'],
  ['--port', '70000'],
  ['--exit-after', '0'],
])('%s with %s %s %s is refused', async (...argv) => {
  await expect(flagsOf(...argv)).rejects.toThrow();
});

test.each<[argv: string[], extra: string[]]>([
  [['--events', 'signer.declined,signer.signed'], ['signer.declined']],
  [['--until', 'document.expired'], ['document.expired']],
  [['--until', UNTIL], []],
])('%j asks for the events %j beside those of the specification', async (argv, extra) => {
  expect(extraEventsIn(await flagsOf(...argv))).toEqual(extra);
});
