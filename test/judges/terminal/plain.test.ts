import { expect, test } from 'vitest';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import { ASHA, openOffice } from '../../support/sandbox/an-office.ts';

const SOON = { timeout: 30_000, interval: 50 };
const CTRL_Z = '\u001a';

const office = await openOffice();

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

/** A shell with job control, in which a command was typed. */
function shellWith(variables: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const { words, cwd, env } = office.place.command(...args);
  const own = { ...env, ...variables, PS1: 'ready> ', HISTFILE: '/dev/null' };
  const terminal = openTerminal(['bash', '--norc', '--noprofile', '-i'], { cwd, env: own });
  terminal.type(`${quoted(words)}\r`);
  return terminal;
}

test.each([
  ['a prompt', {}],
  ['a plain question', { ESIGN_PLAIN: '1' }],
])('%s survives Ctrl-Z and fg', async (_, variables) => {
  const terminal = shellWith(variables, 'send', 'contract.pdf', '--signer', ASHA);
  await expect.poll(terminal.shown, SOON).toContain('Send it?');
  terminal.type(CTRL_Z);
  await expect.poll(terminal.shown, SOON).toContain('Stopped');
  terminal.type('fg\r');
  await expect.poll(terminal.shown, SOON).toMatch(/\bfg\b/);
  await new Promise((resolve) => setTimeout(resolve, 500));
  terminal.type('y\r');
  await expect.poll(terminal.shown, SOON).toContain('SENT');
});

test('what was typed is still there after Ctrl-Z and fg', async () => {
  const terminal = shellWith({}, 'send', 'contract.pdf', '--signer', ASHA);
  await expect.poll(terminal.shown, SOON).toContain('Send it?');
  terminal.type('y');
  await expect.poll(terminal.shown, SOON).toMatch(/Send it\?.* y$/);
  terminal.type(CTRL_Z);
  await expect.poll(terminal.shown, SOON).toContain('Stopped');
  const before = terminal.shown().length;
  terminal.type('fg\r');
  await expect.poll(() => terminal.shown().slice(before), SOON).toMatch(/Send it\?.* y$/);
  terminal.type('\r');
  await expect.poll(terminal.shown, SOON).toContain('SENT');
});

test('in plain words nothing is redrawn, and LANG=C gets ASCII', async () => {
  const { words, cwd, env } = office.place.command('send', 'contract.pdf', '--signer', ASHA);
  const own = { ...env, ESIGN_PLAIN: '1', NO_COLOR: '1', LANG: 'C' };
  const terminal = openTerminal(words, { cwd, env: own });
  await expect.poll(terminal.shown, SOON).toContain('Send it? [y/N]');
  terminal.type('y\r');
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).not.toContain('\u001b');
  expect(terminal.raw()).toMatch(/^[\t-~]*$/);
});

test('a plain picker numbers what it finds, and takes a number', async () => {
  const id = await office.sent(ASHA);
  const { words, cwd, env } = office.place.command('docs', 'show');
  const terminal = openTerminal(words, { cwd, env: { ...env, ESIGN_PLAIN: '1' } });
  await expect.poll(terminal.shown, SOON).toContain('A number, or words to search:');
  expect(terminal.shown()).toMatch(/^1\. /m);
  terminal.type('1\r');
  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).toContain(id);
});
