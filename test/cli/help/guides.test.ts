import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import HelpCommand from '../../../commands/help.ts';
import { EXIT_CODES } from '../../../src/cli/help/exit-meanings.ts';
import { GUIDE_NAMES, guide } from '../../../src/cli/help/guides.ts';
import { runCommand } from '../../support/cli/run-command.ts';

const TERMINAL_COLUMNS = 80;

test.each(GUIDE_NAMES)('the guide "%s" fits a terminal of 80 columns', async (name) => {
  const { stdout } = await runCommand(HelpCommand, [name]);
  expect(stdout).toBe(`${guide(name)}\n`);
  const longest = Math.max(...stdout.split('\n').map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(TERMINAL_COLUMNS);
});

test('the guide for scripts has the same exit codes', async () => {
  const page = new URL('../../../docs/guides/scripting.md', import.meta.url);
  const text = await readFile(page, 'utf8');
  const rows = [...text.matchAll(/^\| (\d[\d, ]*?) +\| (.*?) +\|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(EXIT_CODES.map((row) => [...row]));
});
