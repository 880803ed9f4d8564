import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder, runEsign } from '../support/cli/run-esign.ts';
import { aForm } from '../support/pdf/a-form.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const HEAD = 'file;name;signer1_name;signer1_email;signer1_phone;employee';
const GOOD = 'contract.pdf;Offer {{employee}};Asha Rao;asha@example.in;9876543210;';

test('an example manifest passes the check, also after a spreadsheet has saved it', async () => {
  const folder = await makeTestFolder({ 'contract.pdf': Buffer.from(aPdf()) });
  const manifest = join(folder, 'manifest.csv');
  expect(await runEsign(['bulk', 'init', manifest])).toMatchObject({ code: 0 });
  expect((await runEsign(['bulk', 'init', manifest])).code).toBe(2);
  const written = await readFile(manifest, 'utf8');
  const [heads = ''] = written.split('\r\n').filter((line) => line.startsWith('file,'));
  for (const head of heads.split(',')) expect(written).toMatch(new RegExp(`^"?# ${head}: `, 'm'));
  const saved = written.replaceAll(',', ';').replaceAll('"', '');
  for (const text of [written, saved]) {
    await writeFile(manifest, text);
    const { code, stdout } = await runEsign(['bulk', 'check', manifest, '--json']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rows: 1, faults: [] });
  }
});

test('the report has every fault of a manifest with its cell, and is replaced by the next', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${GOOD}E-${at}`);
  const bad = rows.map((row) => row.replace('9876543210', '#REF!'));
  const folder = await makeTestFolder({
    'contract.pdf': Buffer.from(aPdf()),
    'contracts.csv': [HEAD, ...bad, `missing.pdf;;=1+1;asha@example.in;\u200b9876543210;E`].join(
      '\n',
    ),
    'other.csv': 'mine',
  });
  const [manifest, report] = [join(folder, 'contracts.csv'), join(folder, 'faults.csv')];
  const check = (to: string) => runEsign(['bulk', 'check', manifest, '--report', to]);
  const { code, stderr } = await check(report);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '  row 1, line 2, signer1_phone "#REF!": is an error of the spreadsheet: its formula refers',
    ),
  });
  const lines = (await readFile(report, 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 20 + 2);
  expect(lines.slice(-2)).toEqual([
    '21,22,file,missing.pdf,cannot be read: no such file or folder',
    String.raw`21,22,signer1_phone,\u{200b}9876543210,"signer 1 (=1+1): phone must be 10 to 20 digits, and nothing else; it holds a zero width space (U+200B)"`,
  ]);
  await writeFile(manifest, [HEAD, ...rows].join('\n'));
  expect((await check(report)).code).toBe(0);
  expect((await readFile(report, 'utf8')).trim()).toBe('row,line,column,value,problem');
  expect((await check(join(folder, 'other.csv'))).code).toBe(2);
  expect(await readFile(join(folder, 'other.csv'), 'utf8')).toBe('mine');
});

test('rows whose PDFs have empty form fields are counted in a warning', async () => {
  const form = Buffer.from(aForm({ widgets: ['/Rect [60 200 260 220]'] }));
  const rows = ['contract.pdf', 'form.pdf', 'form.pdf'].map((file, at) =>
    `${GOOD}E-${at}`.replace('contract.pdf', file),
  );
  const folder = await makeTestFolder({
    ...{ 'contract.pdf': Buffer.from(aPdf()), 'form.pdf': form },
    'contracts.csv': [HEAD, ...rows].join('\n'),
  });
  const checked = await runEsign(['bulk', 'check', join(folder, 'contracts.csv')]);
  expect(checked.code).toBe(0);
  expect(checked.stderr).toContain(
    'the PDFs of 2 rows have empty form fields, which signers cannot fill in: the first is on line 3',
  );
});
