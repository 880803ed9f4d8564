import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCompletion, checkKept, keptResult } from '../../../src/cli/doctor/kept-checks.ts';
import { stamped } from '../../../src/cli/help/completion-script.ts';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const FOLDERS = ['/c/cache', '/c/complete'];
const folder = { path: '/c/cache', mode: 0o40700, bytes: 0 };
const file = { path: '/c/cache/a/documents.jsonl', mode: 0o100600, bytes: 34_000 };
const POSIX = { folders: FOLDERS, hasModes: true, isUsed: true };

const KEPT = [
  ['nothing', [], POSIX, 'ok', /^nothing kept/],
  ['files for their owner', [folder, file], POSIX, 'ok', /^34\.0 KB kept .*, for its owner only$/],
  ['a file for its group', [folder, { ...file, mode: 0o100640 }], POSIX, 'warning', / 640:/],
  ['a folder for all', [{ ...folder, mode: 0o40755 }, file], POSIX, 'warning', / 755:/],
  [
    'a file for all where modes say nothing',
    [folder, { ...file, mode: 0o100666 }],
    { ...POSIX, hasModes: false },
    'ok',
    /completion$/,
  ],
  [
    'files with the index switched off',
    [folder, file],
    { ...POSIX, isUsed: false },
    'ok',
    /ESIGN_NO_CACHE/,
  ],
] as const;

test.each(KEPT)('what is kept: %s', (_, entries, keeping, state, about) => {
  const found = keptResult(entries, keeping);
  expect(found).toMatchObject({ state, exitCode: 0 });
  expect(found.about).toMatch(about);
});

test('the folders that are there are to be closed, whole', () => {
  const { next } = keptResult([{ ...folder, mode: 0o40755 }, file], POSIX);
  expect(next).toBe('chmod -R go= /c/cache');
});

test('an index on disk is found with its size, and with the permissions of each file', async () => {
  const configDir = await makeTestFolder();
  const environment = { ...readEnvironment({}), configDir };
  expect((await checkKept(environment)).about).toMatch(/^nothing kept/);
  const index = join(configDir, 'cache', 'a');
  await mkdir(index, { recursive: true, mode: 0o700 });
  await writeFile(join(index, 'documents.jsonl'), 'x'.repeat(1500), { mode: 0o600 });
  expect(await checkKept(environment)).toMatchObject({ name: 'cache', state: 'ok' });
  expect((await checkKept(environment)).about).toMatch(/^1\.5 KB/);
  await chmod(join(index, 'documents.jsonl'), 0o644);
  expect(await checkKept(environment)).toMatchObject({ state: 'warning' });
});

const SCRIPTS = [
  ['of this version', stamped('complete', '1.2.3'), 'ok', null],
  ['of another version', stamped('complete', '1.2.2'), 'warning', /1\.2\.2$/],
  ['from before scripts named one', 'complete', 'warning', /does not name its version$/],
] as const;

test.each(SCRIPTS)('a saved script %s', async (_, text, state, about) => {
  const home = await makeTestFolder();
  const completions = { bash: join(home, 'none'), fish: join(home, 'esign.fish') };
  await writeFile(completions.fish, text);
  const found = await checkCompletion({ ...readEnvironment({}), completions }, '1.2.3');
  expect(found).toMatchObject([{ name: 'completion', state, exitCode: 0 }]);
  if (about) expect(found[0]?.about).toMatch(about);
  if (about) expect(found[0]?.next).toBe(`esign autocomplete fish > ${completions.fish}`);
});

test('a folder in place of a script, or of the index, is unknown and no failure', async () => {
  const home = await makeTestFolder();
  const completions = { bash: home, fish: join(home, 'none') };
  const found = await checkCompletion({ ...readEnvironment({}), completions }, '1.2.3');
  expect(found).toMatchObject([{ state: 'unknown', exitCode: 0 }]);
  await writeFile(join(home, 'cache'), '');
  const kept = await checkKept({ ...readEnvironment({}), configDir: home });
  expect(kept).toMatchObject({ state: 'unknown', exitCode: 0 });
});

test('without a saved script nothing is said of completion', async () => {
  const home = await makeTestFolder();
  const completions = { bash: join(home, 'bash'), fish: join(home, 'fish') };
  const found = await checkCompletion({ ...readEnvironment({}), completions }, '1.2.3');
  expect(found).toMatchObject([{ state: 'unknown', next: null }]);
});
