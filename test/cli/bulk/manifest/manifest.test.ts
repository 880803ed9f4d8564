import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readJournal } from '../../../../src/cli/bulk/journal/read-journal.ts';
import type { BulkRow } from '../../../../src/cli/bulk/manifest/manifest.ts';
import { readManifest } from '../../../../src/cli/bulk/manifest/manifest.ts';
import { planRows } from '../../../../src/cli/bulk/run/plan.ts';
import type { InputFault } from '../../../../src/cli/errors/cli-error.ts';
import { faultPlace } from '../../../../src/cli/errors/usage-error.ts';
import { harmless } from '../../../../src/cli/terminal/harmless.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { openPageReader } from '../../../../src/pdf/reading/page-reader.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { pdfWorkerScript } from '../../../support/pdf/pdf-worker.ts';

const reader = openPageReader(await pdfWorkerScript());
afterAll(() => reader.close());

const PDF = Buffer.from(aPdf());
const SHA256 = createHash('sha256').update(PDF).digest('hex');
const ASHA = 'Asha Rao <asha@example.in> 9876543210';
const asha = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

/** A folder with a PDF, and a manifest in it. */
async function written(manifest: string | Buffer, more = {}): Promise<string> {
  const folder = await makeTestFolder({ 'offer.pdf': PDF, ...more });
  const path = join(folder, 'manifest.csv');
  await writeFile(path, manifest);
  return path;
}

async function faultsOf(manifest: string | Buffer, more = {}, files = {}): Promise<InputFault[]> {
  const path = await written(manifest, files);
  const refused = await readManifest(path, { pdfTools: reader, ...more }).catch((error) => error);
  expect(refused).toMatchObject({ code: 'invalid_manifest', exitCode: 2 });
  return refused.faults;
}

const shown = (faults: readonly InputFault[]): string[] =>
  faults.map((fault) => harmless(`${faultPlace(fault)}: ${fault.problem}`));

test('rows come with absolute files, names filled in, signers as the API takes them', async () => {
  const path = await written(
    'File;Name;Signer 1;signer2_name;signer2_email;signer2_phone;signer2_placement;Employee No\r\n' +
      `offer.pdf;Offer {{employee no}};${ASHA} @last:72,96,180x120;Ravi;ravi@example.in;+91 98765-01234;@1:72,96,180x120;007\r\n` +
      `\r\noffer.pdf;;${ASHA};;;;;\r\n`,
  );
  const { rows, sha256 } = await readManifest(path, { pdfTools: reader });
  const file = join(path, '../offer.pdf');
  const advanced = { signaturePlacement: { positions: [BOX] } };
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const expected: readonly BulkRow[] = [
    {
      row: 1,
      line: 2,
      file,
      name: 'Offer 007',
      signers: [
        { ...asha, advanced },
        { name: 'Ravi', email: 'ravi@example.in', phone: '919876501234', advanced },
      ],
      columns: { 'Employee No': '007' },
    },
    { row: 2, line: 4, file, name: 'offer.pdf', signers: [asha], columns: { 'Employee No': '' } },
  ];
  expect(rows).toEqual(expected);
});

test('JSON Lines are taken with signers as the API takes them', async () => {
  const row = { file: 'offer.pdf', name: 'Offer {{team}}', signers: [asha], team: 'नई', no: 7 };
  const path = await written(`${JSON.stringify(row)}\n\n${JSON.stringify({ ...row, name: 'B' })}`);
  const { rows } = await readManifest(path);
  expect(rows.map(({ line, name, columns }) => [line, name, { ...columns }])).toEqual([
    [1, 'Offer नई', { team: 'नई', no: '7' }],
    [3, 'B', { team: 'नई', no: '7' }],
  ]);
});

test('a file is found in whichever form of Unicode its name is kept', async () => {
  const path = await written(`file,signer1\nJos\u00e9.pdf,${ASHA}\n`, { 'Jose\u0301.pdf': PDF });
  expect((await readManifest(path)).rows[0]?.file).toBe(join(path, '../Jose\u0301.pdf'));
});

test('a row is refused unless it meets its expectations', async () => {
  const head = 'file,signer1,expect_signers,expect_sha256\n';
  const path = await written(`${head}offer.pdf,${ASHA},1,${SHA256.toUpperCase()}\n`);
  const manifest = await readManifest(path);
  expect(manifest.rows).toHaveLength(1);
  await writeFile(join(path, '../offer.pdf'), aPdf({ pages: [{}, {}] }));
  const journal = await readJournal(`${path}.journal.jsonl`);
  await expect(planRows(manifest, journal, 'send')).rejects.toMatchObject({
    exitCode: 2,
    faults: [
      { line: 2, problem: expect.stringContaining('the file does not match expect_sha256') },
    ],
  });
  const rows = `offer.pdf,${ASHA},2,${'0'.repeat(64)}\noffer.pdf,${ASHA},two,beef\n`;
  expect(shown(await faultsOf(head + rows))).toEqual([
    expect.stringMatching(`^row 1, line 2, expect_sha256 "0{60}…": .* SHA-256 .* ${SHA256}$`),
    'row 1, line 2, expect_signers "2": the row has 1 signer',
    'row 2, line 3, expect_signers "two": is not a number of signers',
    'row 2, line 3, expect_sha256 "beef": is not 64 hexadecimal digits',
  ]);
});

test('every fault of every row is listed by its line', async () => {
  const files = {
    'empty.pdf': '',
    'letter.txt': 'Dear Asha',
    'large.pdf': Buffer.alloc(LIMITS.pdfBytes + 1),
    'broken.pdf': '%PDF-1.7 and no more',
    'locked.pdf': await readFile(new URL('../../../fixtures/encrypted-user.pdf', import.meta.url)),
  };
  const rows = [
    `none.pdf,,${ASHA},`,
    `empty.pdf,,${ASHA},`,
    `letter.txt,,${ASHA},`,
    `large.pdf,,${ASHA},`,
    `.,,${ASHA},`,
    `,,${ASHA},`,
    'offer.pdf,,,',
    `offer.pdf,,,${ASHA}`,
    `offer.pdf,{{team}} {{no}} {{teem}},${ASHA},`,
    'offer.pdf,,Asha,Ravi <ravi@example> 1',
    'offer.pdf,,Asha Rao <asha@example.in> 9.87E+09,',
    `offer.pdf,,${ASHA},${ASHA}`,
    `offer.pdf,,"${ASHA} @9:72,96,180x120",`,
    `broken.pdf,,"${ASHA} @last:72,96,180x120",`,
    `locked.pdf,,${ASHA},`,
    `offer.pdf,,${ASHA} @1:72,96,180x120,`,
    `offer.pdf,${'x'.repeat(256)},${ASHA},`,
    `offer.pdf,"Offer\nLetter",${ASHA},`,
  ];
  const manifest = ['file,name,signer1,signer2,team', ...rows.map((row) => `${row},`)].join('\n');
  expect(shown(await faultsOf(manifest, {}, files))).toMatchSnapshot();
});

test('every cell that a spreadsheet spoilt is named, with the value as it was read', async () => {
  const rows = [
    'offer.pdf,Offer {{no}},Asha Rao,asha@example.in,#REF!,1',
    'offer.pdf,Offer {{no}},Asha Rao,asha@example.in,######,1',
    'offer.pdf,Offer {{no}},#BEZUG!,asha@example.in,9876543210,#N/A',
    '#NAME?,,Asha Rao,asha@example.in,9876543210,1',
    'none.pdf,,Asha Rao,asha@example,12345,1',
    'offer.pdf,,,,9.88E+09,1',
    "offer.pdf,,Asha Rao,asha\u00a0rao@example.in,'9876543210,1",
    'offer.pdf,,"Asha\nRao",asha@example.in,\u200b9876543210,1',
  ];
  const head = 'file,name,signer1_name,signer1_email,Signer 1 phone,no';
  expect(shown(await faultsOf([head, ...rows].join('\n')))).toMatchSnapshot();
});

test('a duplicate row is refused unless repeats are allowed', async () => {
  const row = `offer.pdf,${ASHA}\n`;
  const manifest = `file,signer1\n${row}${row}`;
  expect(shown(await faultsOf(manifest))).toEqual([
    'row 2, line 3: is a duplicate row: same file, name and signers as line 2; pass --allow-repeats to send both',
  ]);
  const path = await written(manifest);
  expect((await readManifest(path, { allowRepeats: true })).rows).toHaveLength(2);
});

const HEADS: ReadonlyArray<readonly [head: string, problem: string]> = [
  ['file,signer7', 'there is no column "signer7": a document has up to 6 signers'],
  ['file,singer1', 'there is no column "singer1"; did you mean signer1?'],
  ['file,signer', 'there is no column "signer"; did you mean signer1?'],
  ['file,email', 'there is no column "email"; did you mean signer1_email?'],
  ['file,E-Mail', 'there is no column "E-Mail"; did you mean signer1_email?'],
  ['file,phone', 'there is no column "phone"; did you mean signer1_phone?'],
  ['file,signer1,placement', 'there is no column "placement"; did you mean signer1_placement?'],
  ['file,signer1,placment', 'there is no column "placment"; did you mean signer1_placement?'],
  ['file,signer1_mail', 'there is no column "signer1_mail"; did you mean signer1_email?'],
  ['file,signer1_role', 'there is no column "signer1_role"; the columns are signer1_name, '],
  ['file,signer1,expect_singers', 'did you mean expect_signers?'],
  ['file,signer1,File', 'the column "File" appears twice'],
  ['file,signer1,signer_1', 'the column "signer_1" appears twice'],
  ['fiel,signer1', 'there is no column "fiel"; did you mean file?'],
  ['fille,file,signer1', 'there is no column "fille"; did you mean file?'],
  ['flies,signer1', 'there is no column "file"; is it "flies"?'],
  ['file,nmae,signer1', 'there is no column "nmae"; did you mean name?'],
  ['file,naem,signer1', 'there is no column "naem"; did you mean name?'],
  ['file,names,signer1', 'there is no column "names"; did you mean name?'],
  ['offer.pdf,Asha', 'there is no column "file"; the first line names the columns'],
];

test.each(HEADS)('the header "%s" is refused', async (head, problem) => {
  expect(await faultsOf(`\n${head}\noffer.pdf,x\n`)).toEqual([
    { line: 2, problem: expect.stringContaining(problem) },
  ]);
});

const BOX = { page: 1, x: 72, y: 96, width: 180, height: 120 };
const signedBy = (...signers: object[]) => JSON.stringify({ file: 'offer.pdf', signers });

const SHAPES: ReadonlyArray<readonly [text: string, line: number | undefined, problem: string]> = [
  ['', undefined, 'it has no rows'],
  ['file,signer1\n', undefined, 'it has no rows'],
  [`file,signer1\noffer.pdf,${ASHA} @1:72,96,180x120\n`, 2, 'has 4 fields, but the header has 2'],
  ['file,signer1\noffer.pdf\n', 2, 'has 1 field, but the header has 2'],
  ['[{"file":"offer.pdf"}]', 1, 'write one object per line instead'],
  ['{"file":"offer.pdf"', 1, 'is not JSON'],
  ['{"file":"offer.pdf","singers":[]}', 1, 'did you mean signers?'],
  ['{"file":"offer.pdf","placement":"@1:1,1,180x120"}', 1, 'did you mean placement of a signer?'],
  [signedBy({ ...asha, phone: 9876543210 }), 1, 'signer 1: phone is a number'],
  [signedBy(...Array(7).fill(asha)), 1, 'has 7 signers; the maximum is 6'],
  [
    signedBy({ ...asha, advanced: { signaturePlacement: { positions: [{ ...BOX, page: 2 }] } } }),
    1,
    'is placed on page 2, but the document has 1 page',
  ],
];

test.each(SHAPES)('%j is refused', async (text, line, problem) => {
  const faults = (await faultsOf(text)).map((fault) => ({ line: fault.line, ...fault }));
  expect(faults).toContainEqual(
    expect.objectContaining({ line, problem: expect.stringContaining(problem) }),
  );
});

test('a row with a recipient the profile does not allow is refused', async () => {
  const recipients = { profile: 'staging', patterns: ['*@example.test', '98765*'] };
  const other = 'Meera <meera@example.test> 9876512345';
  const manifest = `file,signer1\noffer.pdf,${other}\noffer.pdf,${ASHA}\n`;
  expect(await faultsOf(manifest, { recipients })).toEqual([
    {
      row: 2,
      line: 3,
      problem:
        'signer 1 (Asha Rao): asha@example.in is not allowed; profile "staging" allows *@example.test',
    },
  ]);
});
