import { execFile } from 'node:child_process';
import { access, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ShellName } from '../../../src/cli/help/completion-script.ts';
import { completionScript } from '../../../src/cli/help/completion-script.ts';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import {
  COMPLETED_COMMANDS,
  COMPLETED_VALUES,
  HOSTILE_NAMES,
  makeKeptWords,
} from '../../support/cli/completed-commands.ts';

const run = promisify(execFile);
const SOON = { timeout: 20_000 };

/** The kept words, and a shell's script in a file beside them. */
async function open(shell: ShellName) {
  const kept = await makeKeptWords();
  const path = join(kept.env.ESIGN_CONFIG_DIR, 'completion');
  await writeFile(path, completionScript(shell, COMPLETED_COMMANDS, COMPLETED_VALUES));
  return { ...kept, path };
}

/** A shell at a terminal that has read the script. */
async function sitAt(shell: 'bash' | 'zsh', words: readonly string[]) {
  const kept = await open(shell);
  const env = { ...kept.env, PS1: 'ready> ', LISTMAX: '1000' };
  const terminal = openTerminal(words, { cwd: kept.folder, env, size: '60 120' });
  await expect.poll(terminal.shown, SOON).toContain('ready>');
  terminal.type(`source ${kept.path}; echo loa""ded\r`);
  await expect.poll(terminal.shown, SOON).toContain('loaded');
  return { ...kept, terminal };
}

const isTouched = (folder: string) =>
  access(join(folder, 'x')).then(
    () => true,
    () => false,
  );

test.each([
  ['bash', ['bash', '--norc', '--noprofile', '-i']],
  ['zsh', ['zsh', '-f', '-i']],
] as const)(
  '%s lists documents at a tab, completes one, and runs none of their names',
  async (shell, words) => {
    const { terminal, folder, ids } = await sitAt(shell, words);
    terminal.type('esign docs show \t');
    await expect.poll(terminal.shown, SOON).toContain('00000000-0000');
    terminal.type('\t\t');
    await expect.poll(terminal.shown, SOON).toContain(ids.at(-1));
    for (const id of ids) expect(terminal.shown()).toContain(id);
    if (shell === 'zsh')
      for (const name of HOSTILE_NAMES) expect(terminal.shown()).toContain(`  ${name}`);
    // To the start of the line, and its end: what was completed is printed and not run
    terminal.type(`\u0015esign docs show ${ids[3]}\t\u0001echo \u0005\r`);
    await expect
      .poll(terminal.shown, SOON)
      .toMatch(new RegExp(`[\\r\\n]esign docs show ${ids[3]}\r?\n`));
    expect(await isTouched(folder)).toBe(false);
  },
);

test('bash quotes the name of a file to send', async () => {
  const { terminal, folder } = await sitAt('bash', ['bash', '--norc', '--noprofile', '-i']);
  await writeFile(join(folder, 'lease $(touch x).pdf'), '');
  terminal.type('echo send l; esign send lea\t');
  await expect.poll(terminal.shown, SOON).toContain('lease\\ \\$\\(touch\\ x\\).pdf');
  terminal.type('\r');
  await expect.poll(terminal.shown, SOON).toContain('not found');
  expect(await isTouched(folder)).toBe(false);
});

/** What fish offers for a line: the words, and the descriptions beside them. */
async function fishOffers(line: string) {
  const { path, folder, env, ids } = await open('fish');
  const script = 'source $argv[1]; complete -C $argv[2]';
  const argv = ['--no-config', '-c', script, path, line];
  const { stdout, stderr } = await run('fish', argv, { cwd: folder, env });
  expect(stderr).toBe('');
  expect(await isTouched(folder)).toBe(false);
  const rows = stdout.split('\n').filter((row) => row !== '');
  return { ids, rows, words: rows.map((row) => row.split('\t')[0] ?? '').sort() };
}

test('fish offers documents with their names, and runs none of them', async () => {
  const { ids, rows } = await fishOffers('esign docs show ');
  expect(rows.sort()).toEqual(ids.map((id, at) => `${id}\t${HOSTILE_NAMES[at]}`));
});

test.each([
  ['esign docs show --pro', ['--profile']],
  ['esign docs list --status ', ['PENDING', 'SENT']],
  ['esign docs list --profile w', ['work']],
  ['esign profile use ', ['sandbox', 'work']],
  ['esign docs show --profile work ', []],
  ['esign docs ', ['create', 'list', 'show']],
  ['esign shell ', ['bash', 'zsh']],
  ['esign fault d', ['down']],
])('after "%s" fish offers %j', async (line, wanted) => {
  expect((await fishOffers(line)).words).toEqual(wanted);
});

test.each([
  ['docs list --status ', 'PENDING  SENT'],
  ['profile use s', 'sandbox'],
  ['docs l', 'list'],
  ['docs show --no', '--no-color'],
])('after "%s" zsh completes %s', async (line, wanted) => {
  const { terminal, folder } = await sitAt('zsh', ['zsh', '-f', '-i']);
  terminal.type(`esign ${line}\t\t`);
  await expect.poll(terminal.shown, SOON).toContain(wanted);
  expect((await readdir(folder)).filter((name) => !name.startsWith('.zcompdump'))).toEqual([]);
});
