import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompletedCommand } from '../../../src/cli/help/completion-table.ts';
import { numbered } from './many-documents.ts';
import { makeTestFolder } from './run-esign.ts';

const flags = {
  profile: { type: 'option' },
  status: { type: 'option' },
  output: { type: 'option', char: 'o' },
  color: { type: 'boolean', allowNo: true },
};

/** Commands of each kind that completion knows. */
export const COMPLETED_COMMANDS: readonly CompletedCommand[] = [
  { id: 'docs:list', flags, args: {} },
  { id: 'docs:show', flags, args: { document: {} } },
  { id: 'docs:create', flags, args: { file: {} } },
  { id: 'profile:use', flags, args: { name: {} } },
  { id: 'send', flags, args: { document: {} } },
  { id: 'shell', flags, args: { shell: { options: ['bash', 'zsh'] } } },
  { id: 'fault', flags: { ...flags, status: { type: 'boolean' } }, args: { fault: {} } },
];

/** Values that the commands do not list. */
export const COMPLETED_VALUES = {
  '--status': ['PENDING', 'SENT'],
  'fault FAULT': ['slow', 'down'],
};

/** Names of documents that would leave a file `x` behind if any shell ran them, and one that says nothing. */
export const HOSTILE_NAMES = [
  'Rent $(touch x)',
  '`touch x`',
  '"; touch x; "',
  "'; touch x; '",
  '$((touch x))',
  '<(touch x) $' + '{(e):-$(touch x)} %F{red}',
  '(touch x)',
  '*',
  '\\$(touch x)\\',
  '-rf',
];

/** Ids that no service gives. */
const HOSTILE_IDS = ['$(touch x)', '`touch x`', '*', 'a b', '-rf;touch x', ''];

/** A folder of settings with kept words: the hostile names under good ids, and hostile ids; and an empty one to work in. */
export async function makeKeptWords(profiles: readonly string[] = ['sandbox', 'work']) {
  const config = await makeTestFolder();
  const folder = await makeTestFolder();
  const named = HOSTILE_NAMES.map((name, place) => `${numbered(place)}\t${name}`);
  const lines = [...HOSTILE_IDS.map((id) => `${id}\tLease`), ...named];
  await mkdir(join(config, 'complete'));
  await writeFile(join(config, 'complete', 'documents'), lines.map((line) => `${line}\n`).join(''));
  await writeFile(join(config, 'complete', 'profiles'), profiles.map((one) => `${one}\n`).join(''));
  const env = { PATH: process.env.PATH, HOME: folder, ESIGN_CONFIG_DIR: config };
  return { folder, env, ids: HOSTILE_NAMES.map((_, place) => numbered(place)) };
}
