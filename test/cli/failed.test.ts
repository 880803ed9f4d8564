import { captureOutput } from '@oclif/test';
import { expect, test } from 'vitest';
import { CliError } from '../../src/cli/errors/cli-error.ts';
import { EXIT } from '../../src/cli/errors/exit-codes.ts';
import { failed } from '../../src/cli/failed.ts';
import { readEnvironment } from '../../src/cli/profiles/profile.ts';

const CONTEXT = { baseUrl: undefined, interruptedBy: undefined, environment: readEnvironment({}) };
const named = (name: string) => Object.assign(new Error('x'), { name });
const coded = (code: string) => Object.assign(new Error('x'), { code });

async function tell(error: unknown, context: { isJson?: boolean; interruptedBy?: number } = {}) {
  let code: number | undefined;
  const { stdout, stderr } = await captureOutput(async () => {
    code = failed(error, { ...CONTEXT, isJson: false, ...context }).oclif.exit;
  });
  return { code, stdout, stderr };
}

const SILENT = [
  ['Ctrl-C in a prompt', named('ExitPromptError'), EXIT.interrupted],
  ['a reader that went away', coded('EPIPE'), EXIT.done],
] as const;

test.each(SILENT)('%s needs no words, as text and as JSON', async (_, error, code) => {
  expect(await tell(error)).toEqual({ code, stdout: '', stderr: '' });
  expect(await tell(error, { isJson: true })).toEqual({ code, stdout: '', stderr: '' });
});

test('a signal decides the exit code, and only the next command is printed', async () => {
  const details = {
    code: 'interrupted' as const,
    what: 'stopped',
    exitCode: EXIT.unexpected,
  };
  const silent = await tell(new CliError(details), { interruptedBy: EXIT.terminated });
  expect(silent).toEqual({ code: 143, stdout: '', stderr: '' });
  const next = new CliError({ ...details, next: 'esign status' });
  const told = await tell(next, { interruptedBy: EXIT.interrupted });
  expect(told).toMatchObject({ code: 130, stderr: expect.stringContaining('next: esign status') });
});

test('anything unexpected ends in 1, with its stack only when asked for', async () => {
  const { code, stderr } = await tell(new TypeError('boom'));
  expect(code).toBe(EXIT.unexpected);
  expect(stderr).toContain('error: boom');
  expect(stderr).not.toContain('failed.test.ts');
});

test('foreign text in an error cannot write to the terminal', async () => {
  const { stderr } = await tell(new Error('bad \u001b[2J name'));
  expect(stderr).toContain('bad \\u{1b}[2J name');
});

test('foreign text in an error as JSON cannot write to the terminal either', async () => {
  const { stderr } = await tell(new Error('bad \u009b2J \u202ename'), { isJson: true });
  expect(stderr).toContain('bad \\u009b2J \\u202ename');
  expect(JSON.parse(stderr).error.message).toBe('bad \u009b2J \u202ename');
});

test('a message that ends a sentence is joined to its reason without a stray mark', async () => {
  const error = new CliError({
    code: 'invalid_state',
    what: 'It is sent.',
    why: 'so',
    exitCode: EXIT.refused,
  });
  const { stderr } = await tell(error, { isJson: true });
  expect(JSON.parse(stderr).error.message).toBe('It is sent: so');
});
