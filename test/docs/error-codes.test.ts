import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLI_ERROR_CODES } from '../../src/cli/errors/error-codes.ts';
import { exitCodeOfStatus } from '../../src/cli/errors/exit-codes.ts';
import { ERRORS } from '../../src/contract/errors.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = await readFile(at('docs/guides/troubleshooting.md'), 'utf8');

/** The cells of each row of the guide, by the code that it begins with. */
const rows = [...guide.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, code = '', rest = '']) => ({
  code,
  cells: rest.split(' | '),
}));

test('each error code has one entry in the guide, and no entry is of another code', () => {
  const known = [...CLI_ERROR_CODES, ...Object.keys(ERRORS)];
  expect(rows.map(({ code }) => code).sort()).toEqual([...known].sort());
});

test.each(Object.entries(ERRORS))('the entry of %s has its status and exit code', (code, error) => {
  const found = rows.find((row) => row.code === code);
  expect(found?.cells.slice(0, 2)).toEqual([
    String(error.status),
    String(exitCodeOfStatus(error.status)),
  ]);
});

test('the command line still uses each of its error codes', async () => {
  let sources = '';
  for (const folder of ['src/cli', 'commands'])
    for (const path of await readdir(at(folder), { recursive: true }))
      if (path.endsWith('.ts') && !path.endsWith('error-codes.ts'))
        sources += await readFile(join(at(folder), path), 'utf8');
  // describe-error.ts makes these of the reasons of a SaveFileError
  const made = ['file_symlink', 'file_not_a_file', 'file_unwritable'];
  const isUsed = (code: string) => new RegExp(`\\b${code}\\b`).test(sources);
  expect(CLI_ERROR_CODES.filter((code) => !isUsed(code) && !made.includes(code))).toEqual([]);
});
