import { Parser } from '@oclif/core';
import { expect, test } from 'vitest';
import { CliError } from '../../../src/cli/errors/cli-error.ts';
import { listenFlags } from '../../../src/cli/webhook/listen/listen-flags.ts';

const flagsOf = async (...argv: string[]) =>
  (await Parser.parse(argv, { flags: listenFlags, strict: true })).flags;

test('the defaults are loopback and a fixed port', async () => {
  expect(await flagsOf()).toMatchObject({
    host: '127.0.0.1',
    port: 4020,
    path: '/',
  });
});

test('durations and addresses are parsed', async () => {
  const flags = await flagsOf('--timeout', '1m30s', '--forward-to', '127.0.0.1:3000/a');
  expect(flags.timeout).toBe(90_000);
  expect(flags['forward-to']?.href).toBe('http://127.0.0.1:3000/a');
});

test.each([
  ['--timeout', 'soon'],
  ['--timeout', '0'],
  ['--forward-to', 'ftp://example.com'],
  ['--respond', '99'],
  ['--events', 'signer.sign'],
  ['--until', 'completed'],
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
