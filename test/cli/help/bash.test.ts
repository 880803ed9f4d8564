import { execFile } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { completionScript } from '../../../src/cli/help/completion-script.ts';
import {
  COMPLETED_COMMANDS,
  COMPLETED_VALUES,
  makeKeptWords,
} from '../../support/cli/completed-commands.ts';

const run = promisify(execFile);
const script = completionScript('bash', COMPLETED_COMMANDS, COMPLETED_VALUES);
const ASKED = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _esign; printf '%s\\n' "\${COMPREPLY[@]}"`;

async function open() {
  const kept = await makeKeptWords();
  const offered = async (
    words: readonly string[],
    env: Record<string, string> = {},
    path = '$PATH',
  ) => {
    const argv = ['-c', `PATH="${path}"\n${script}\n${ASKED}`, 'bash', 'esign', ...words];
    const { stdout, stderr } = await run('bash', argv, {
      cwd: kept.folder,
      env: { ...kept.env, ...env },
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((word) => word !== '');
  };
  return { ...kept, offered };
}

test.each([
  [['docs', 'show', '--o'], ['--output']],
  [['docs', 'show', '--no'], ['--no-color']],
  [
    ['docs', 'list', '--status', ''],
    ['PENDING', 'SENT'],
  ],
  [['docs', 'list', '--status', 'S'], ['SENT']],
  [['docs', 'list', '--profile', 'w'], ['work']],
  [['docs', 'list', '--output', ''], []],
  [['docs', 'list', '-o', ''], []],
  [
    ['profile', 'use', ''],
    ['sandbox', 'work'],
  ],
  [['fault', '--status', 'sl'], ['slow']],
  [['fault', 'd'], ['down']],
  [
    ['shell', ''],
    ['bash', 'zsh'],
  ],
  [['docs', 'create', ''], []],
  [['docs', 'list', '--profile', 'docs', '--status', 'P'], ['PENDING']],
  [
    ['nonsense', ''],
    ['docs', 'fault', 'profile', 'send', 'shell'],
  ],
])('after %j bash offers %j', async (words, wanted) => {
  const { offered } = await open();
  expect(await offered(words)).toEqual(wanted);
});

test('documents are offered by id, and no name or id of theirs is run', async () => {
  const { offered, folder, ids } = await open();
  expect(await offered(['docs', 'show', ''])).toEqual(ids);
  expect(await offered(['docs', 'show', ids[3] ?? ''])).toEqual([ids[3]]);
  expect(await offered(['send', '0000'])).toEqual(ids);
  for (const typed of ['$(touch x)', '`touch x`', '"', '*', '[', '\\'])
    expect(await offered(['docs', 'show', typed])).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('documents of another service than the current profile are not offered', async () => {
  const { offered, ids } = await open();
  expect(await offered(['docs', 'show', '--profile', 'work', ''])).toEqual([]);
  for (const name of ['ESIGN_PROFILE', 'ESIGN_API_KEY', 'ESIGN_BASE_URL'])
    expect(await offered(['docs', 'show', ''], { [name]: 'other' })).toEqual([]);
  expect(await offered(['docs', 'show', ''], { ESIGN_PROFILE: '' })).toEqual(ids);
});

test('the folder of the settings is found as the commands find it', async () => {
  const { offered, env, folder } = await open();
  await mkdir(join(folder, '.config'));
  await rename(env.ESIGN_CONFIG_DIR, join(folder, '.config', 'esign'));
  expect(await offered(['profile', 'use', 'w'], { ESIGN_CONFIG_DIR: '' })).toEqual(['work']);
  await rename(join(folder, '.config'), join(folder, 'elsewhere'));
  const elsewhere = { ESIGN_CONFIG_DIR: '', XDG_CONFIG_HOME: join(folder, 'elsewhere') };
  expect(await offered(['profile', 'use', 'w'], elsewhere)).toEqual(['work']);
  expect(await offered(['profile', 'use', 'w'], { ESIGN_CONFIG_DIR: '' })).toEqual([]);
});

test('a tab starts no program', async () => {
  const { offered, folder } = await open();
  expect(await offered(['docs', 'show', '0'], {}, folder)).not.toEqual([]);
});

test.each(['bash', 'zsh', 'fish'] as const)(
  'the words in the script for %s need no quotes',
  (shell) => {
    const odd = { '--status': ["it's"] };
    expect(() => completionScript(shell, COMPLETED_COMMANDS, odd)).toThrow("it's");
  },
);
