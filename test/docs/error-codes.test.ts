import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CLI_ERROR_CODES } from '../../src/cli/errors/error-codes.ts';
import { EXIT, exitCodeOfStatus } from '../../src/cli/errors/exit-codes.ts';
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = await readFile(at('docs/guides/troubleshooting.md'), 'utf8');

/** The entries of the guide: an error of the API has its status before the exit codes. */
const rows = [...guide.matchAll(/^\| `(\w+)` +\| (.*) \|$/gm)].map(([, code = '', rest = '']) => {
  const cells = rest.split(' | ').map((cell) => cell.trim());
  const [status, exits] = isErrorCode(code) ? cells : [undefined, cells[0]];
  return { code, status, exits: (exits ?? '').split(', ') };
});

/** The sources of the command line, but the list of its codes. */
async function readSources(): Promise<string> {
  let sources = '';
  for (const folder of ['src/cli', 'commands'])
    for (const path of await readdir(at(folder), { recursive: true }))
      if (path.endsWith('.ts') && !path.endsWith('error-codes.ts'))
        sources += await readFile(join(at(folder), path), 'utf8');
  return sources;
}

const sources = await readSources();
const isExit = (name: string): name is keyof typeof EXIT => Object.hasOwn(EXIT, name);

test('each error code has one entry in the guide, and no entry is of another code', () => {
  const known = [...CLI_ERROR_CODES, ...Object.keys(ERRORS)];
  expect(rows.map(({ code }) => code).sort()).toEqual([...known].sort());
});

test.each(Object.entries(ERRORS))(
  'the entry of %s has its status and exit code',
  (code, status) => {
    const found = rows.find((row) => row.code === code);
    expect(found?.status).toBe(String(status));
    expect(found?.exits[0]).toBe(String(exitCodeOfStatus(status)));
  },
);

test('the entries have the exit codes that the sources give', () => {
  const given = sources.matchAll(/code: '(\w+)',(?:(?!code: ).){0,600}?exitCode: EXIT\.(\w+)/gs);
  const pairs = [...given].map(([, code, exit = '']) => [code, isExit(exit) ? EXIT[exit] : exit]);
  expect(pairs.length).toBeGreaterThan(100);
  const shown = (code: unknown) => rows.find((row) => row.code === code)?.exits ?? [];
  expect(pairs.filter(([code, exit]) => !shown(code).includes(String(exit)))).toEqual([]);
});

test('the command line still uses each of its error codes', () => {
  // describe-error.ts makes these of the reasons of a SaveFileError
  const made = ['file_symlink', 'file_not_a_file', 'file_unwritable'];
  const isUsed = (code: string) => new RegExp(`\\b${code}\\b`).test(sources);
  expect(CLI_ERROR_CODES.filter((code) => !isUsed(code) && !made.includes(code))).toEqual([]);
});
