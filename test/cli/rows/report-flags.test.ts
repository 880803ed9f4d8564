import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { junitText } from '../../../src/cli/rows/junit.ts';
import { openReport } from '../../../src/cli/rows/report-flags.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const reportOf = (name: string): string =>
  junitText({ name, seconds: 1, cases: [{ name: 'old' }] });

async function aFolder(): Promise<string> {
  const folder = await makeTestFolder({
    'own.xml': reportOf('esign status'),
    'verify.xml': reportOf('esign verify'),
    'longer.xml': reportOf('esign status2'),
    'contract.pdf': '%PDF-1.7',
    'empty.xml': '',
  });
  await symlink(join(folder, 'own.xml'), join(folder, 'link.xml'));
  return folder;
}

test.each([
  ['new.xml', {}],
  ['own.xml', {}],
  ['contract.pdf', { force: true }],
])('a report is written to %s with %j', async (file, more) => {
  const junit = join(await aFolder(), file);
  const report = await openReport('esign status', { junit, ...more });
  await report.write([{ name: 'new' }]);
  expect(await readFile(junit, 'utf8')).toContain('name="new"');
});

test.each(['verify.xml', 'longer.xml', 'empty.xml', 'link.xml'])(
  '%s is no report of the command, and is kept',
  async (file) => {
    const junit = join(await aFolder(), file);
    await expect(openReport('esign status', { junit })).rejects.toMatchObject({
      code: 'file_exists',
      exitCode: 2,
    });
  },
);
