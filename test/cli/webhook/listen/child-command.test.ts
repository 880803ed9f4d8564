import { expect, test } from 'vitest';
import { runChild, splitAtDashes } from '../../../../src/cli/webhook/listen/child-command.ts';

const node = (script: string) => ({ program: process.execPath, args: ['-e', script] });
const run = (script: string, options: Partial<Parameters<typeof runChild>[1]> = {}) =>
  runChild(node(script), {
    env: { PATH: process.env.PATH },
    isStdoutTaken: true,
    stop: new AbortController().signal,
    ...options,
  });

test('the words after -- are a command, with its own flags and dashes', () => {
  expect(splitAtDashes(['--port', '0', '--', 'npm', 'test', '--', '--json'], 'x')).toEqual({
    own: ['--port', '0'],
    child: { program: 'npm', args: ['test', '--', '--json'] },
  });
  expect(splitAtDashes(['--json'], 'x')).toEqual({ own: ['--json'], child: undefined });
});

test('nothing after -- is a usage error', () => {
  expect(() => splitAtDashes(['--'], 'webhook listen')).toThrow(
    expect.objectContaining({ exitCode: 2, message: 'a command is missing after --' }),
  );
});

test.each([
  ['process.exit(7)', 7],
  ['process.kill(process.pid, "SIGKILL")', 137],
])('%s ends with %i', async (script, code) => {
  expect(await run(script)).toBe(code);
});

test('the environment is the one given, and no shell reads the words', async () => {
  const env = { PATH: process.env.PATH, ESIGN_WEBHOOK_SECRET: 'whsec_$HOME' };
  const script = 'process.exit(process.env.ESIGN_WEBHOOK_SECRET === "whsec_$HOME" ? 0 : 1)';
  expect(await run(script, { env })).toBe(0);
});

test('a program that does not exist is a usage error', async () => {
  const child = { program: 'no-such-program-at-all', args: [] };
  const stop = new AbortController().signal;
  await expect(runChild(child, { env: {}, isStdoutTaken: true, stop })).rejects.toMatchObject({
    exitCode: 2,
    message: '"no-such-program-at-all" cannot be run',
  });
});

test('a stop ends it with SIGTERM', async () => {
  const stop = new AbortController();
  const script = 'process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1000)';
  setTimeout(() => stop.abort(), 1500);
  expect(await run(script, { stop: stop.signal })).toBe(3);
});
