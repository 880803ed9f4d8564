import { Parser } from '@oclif/core';
import { expect, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { listenFlags } from '../../../src/cli/webhook/listen-flags.ts';
import { parseByteSize } from '../../../src/cli/webhook/listen-grammar.ts';

const flagsOf = async (...argv: string[]) =>
  (await Parser.parse(argv, { flags: listenFlags, strict: true })).flags;

test('the defaults are loopback, a fixed port, and bodies up to a megabyte', async () => {
  expect(await flagsOf()).toMatchObject({
    host: '127.0.0.1',
    port: 4020,
    path: '/',
    'max-body': 1024 * 1024,
    'ack-limit': 10_000,
  });
});

test('sizes, durations and addresses are parsed', async () => {
  const argv = [
    '--max-body',
    '2mb',
    '--timeout',
    '1m30s',
    '--forward-to',
    'http://127.0.0.1:3000/a',
  ];
  const flags = await flagsOf(...argv);
  expect(flags).toMatchObject({ 'max-body': 2 * 1024 * 1024, timeout: 90_000 });
  expect(flags['forward-to']?.href).toBe('http://127.0.0.1:3000/a');
});

test.each([
  ['--timeout', 'soon'],
  ['--timeout', '0'],
  ['--max-body', 'huge'],
  ['--max-body', '0'],
  ['--forward-to', 'ftp://example.com'],
  ['--respond', '99'],
  ['--events', 'signer.sign'],
  ['--document', '5f0c'],
  ['--until', 'completed'],
  ['--ack-limit', 'never'],
  ['--path', 'no-slash'],
  ['--path', '/with?query'],
])('%s %s is a usage error', async (flag, value) => {
  await expect(flagsOf(flag, value)).rejects.toBeInstanceOf(CliError);
  await expect(flagsOf(flag, value)).rejects.toMatchObject({ exitCode: 2 });
});

test.each([
  ['--forward-to', 'http://127.0.0.1:3000', '--respond', '200'],
  ['--preserve-host'],
  ['--exit-after', '1', '--until', 'document.completed'],
  ['--strict', '--no-verify'],
  ['--register', '--no-verify'],
])('%s excludes what follows', async (...argv) => {
  await expect(flagsOf(...argv)).rejects.toThrow();
});

test.each([
  ['--port', '70000'],
  ['--exit-after', '0'],
])('%s %s is out of range', async (flag, value) => {
  await expect(flagsOf(flag, value)).rejects.toThrow();
});

test.each([
  ['1', 1],
  ['4096b', 4096],
  ['512kb', 512 * 1024],
  ['1MB', 1024 * 1024],
  ['', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5mb', undefined],
  ['1gb', undefined],
])('the size %j is %s bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});
