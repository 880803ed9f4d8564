import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { junitText, openReport } from '../../../src/cli/rows/junit.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

test('a report has totals, and a case each', () => {
  const failure = {
    kind: 'failure',
    code: 'not_found',
    message: 'no <document> & "none"',
  } as const;
  const skipped = { kind: 'skipped', code: 'not_completed', message: 'SENT' } as const;
  const cases = [
    { name: 'Lease' },
    { name: 'Rent', problem: failure },
    { name: 'x', problem: skipped },
  ];
  const totals = 'name="esign status" tests="3" failures="1" errors="0" skipped="1" time="1.500"';
  expect(
    junitText({ name: 'esign status', seconds: 1.5, cases }),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals}>
  <testsuite ${totals}>
    <testcase classname="esign.status" name="Lease"/>
    <testcase classname="esign.status" name="Rent">
      <failure type="not_found" message="no &lt;document&gt; &amp; &quot;none&quot;"/>
    </testcase>
    <testcase classname="esign.status" name="x">
      <skipped message="SENT"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

const NAMES = [
  ['\u0000a\u0001\u0007\u001b[2J', 'a[2J'],
  ['a\ud800b\udc00c', 'abc'],
  ['\ufffe\uffffx', 'x'],
  ['a\tb\nc\rd', 'a&#9;b&#10;c&#13;d'],
  ['अनिता 😀', 'अनिता 😀'],
] as const;

test.each(NAMES)('the name %j is written as "%s", without what XML forbids', (name, written) => {
  const text = junitText({ name: 'esign', seconds: 0, cases: [{ name }] });
  expect(text).toContain(` name="${written}"/>`);
});

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
