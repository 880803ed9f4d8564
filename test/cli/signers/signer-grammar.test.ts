import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSigners, signersOfText } from '../../../src/cli/signers/read-signers.ts';
import { parseSigner } from '../../../src/cli/signers/signer-grammar.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';

const asha = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210', positions: [] };
const box = { x: 72, y: 96, width: 180, height: 120 };

const READ = [
  ['Asha Rao <asha@example.in> 9876543210', asha],
  ['  Asha Rao<asha@example.in>9876543210 ', asha],
  ['Asha Rao <asha@example.in> 98765 43210', asha],
  ['Asha Rao <asha@example.in> +91 98765-43210', { ...asha, phone: '919876543210' }],
  [
    'अनिता शर्मा <anita@example.in> 9876543210',
    { ...asha, name: 'अनिता शर्मा', email: 'anita@example.in' },
  ],
  ['Asha @ Home <asha@example.in> 9876543210', { ...asha, name: 'Asha @ Home' }],
  [
    'Asha Rao <asha@example.in> 9876543210 @1:72,96,180x120',
    { ...asha, positions: [{ page: 1, ...box }] },
  ],
  [
    'Asha Rao <asha@example.in> 98765 43210 @2:72,96,180x120 @last:72.5,-1,180x120',
    {
      ...asha,
      positions: [
        { page: 2, ...box },
        { page: 'last', ...box, x: 72.5, y: -1 },
      ],
    },
  ],
] as const;

test.each(READ)('%s is read', (text, signer) => {
  expect(parseSigner(text)).toEqual({ ok: true, signer });
});

const REFUSED = [
  ['Asha Rao asha@example.in 9876543210', 'is not in the form'],
  ['', 'is not in the form'],
  ['Asha Rao <asha@example.in>', '"Asha Rao <asha@example.in>" has no phone after the email'],
  ['Asha Rao <asha@example.in> @1:72,96,180x120', 'has no phone after the email'],
  ['Asha Rao <asha@example.in> 9876543210 @1:72,96,180', '"@1:72,96,180" is not a rectangle'],
  ['Asha Rao <asha@example.in> 9876543210 @first:72,96,180x120', 'is not a rectangle'],
  ['Asha Rao <asha@example.in> 9876543210 @1:72,96,180x120 2:1,1,180x120', '"2:1,1,180x120" is no'],
] as const;

test.each(REFUSED)('"%s" is refused', (text, problem) => {
  expect(parseSigner(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

/** A document without words. */
const pagesOnly = (count: number) => ({
  pages: Array.from({ length: count }, () => ({ width: 595, height: 842 })),
  findWords: async () => undefined,
});

test('the last page is refused where the pages cannot be counted', async () => {
  const flags = { signer: ['A <a@example.in> 9876543210 @last:72,96,180x120'] };
  const given = await readSigners(flags, { mayAsk: false });
  await expect(given?.checked()).rejects.toThrow('"@last" needs the file');
  const unreadable = given?.checked({ ...pagesOnly(3), pages: undefined });
  await expect(unreadable).rejects.toMatchObject({
    exitCode: 2,
    message: '"@last" needs the number of pages, and the pages of the PDF could not be read',
    next: 'give the page number',
  });
  const [signer] = (await given?.checked(pagesOnly(3))) ?? [];
  expect(signer?.advanced?.signaturePlacement?.positions[0]?.page).toBe(3);
});

test('a CSV file names signers by its header, placements included', async () => {
  const text =
    '\ufeffName,Email,Phone,Placement\r\nAsha Rao,asha@example.in,98765 43210,"@1:72,96,180x120"\r\n';
  expect(await signersOfText(text, 'signers.csv')).toEqual({
    given: [{ ...asha, positions: [{ page: 1, ...box }] }],
    lines: [2],
  });
});

test('every fault of a CSV file is named by its line, blank lines counted', async () => {
  const text =
    'name,email,phone\nA,a@example.in,1\n\nB,b@example.in,\nC,c,9876543210\nD,d@example.in,9876543210\n';
  const refused = await signersOfText(text, 'signers.csv').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    message: 'signers.csv has 3 faults; nothing was sent',
    faults: [
      { line: 2, problem: 'phone must be 10 to 20 digits, and nothing else' },
      { line: 4, problem: 'has no phone' },
      { line: 5, problem: expect.stringMatching(/^email must be an email address/) },
    ],
  });
});

test('a rectangle beyond the last page is named by its line in a CSV file', async () => {
  const rows = ['B,b@example.in,9876543210,', 'C,c@example.in,9876501234,"@3:72,96,180x120"'];
  const text = `name,email,phone,placement\n${rows.join('\n')}\n`;
  const path = join(await makeTestFolder({ 'signers.csv': text }), 'signers.csv');
  const flags = { signer: ['A <a@example.in> 9876543210'], signers: path };
  const given = await readSigners(flags, { mayAsk: false });
  await expect(given?.checked(pagesOnly(2))).rejects.toThrow(
    `${path}, line 3: signer 3 (C): is placed on page 3, but the document has 2 pages`,
  );
});

test('JSON is taken as the API takes it, or as the list alone', async () => {
  const list = [{ name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' }];
  expect(await signersOfText(JSON.stringify(list), '-')).toEqual({ json: list });
  expect(await signersOfText(JSON.stringify({ signers: list }), '-')).toEqual({ json: list });
  await expect(signersOfText('{"people":[]}', '-')).rejects.toThrow('holds no array of signers');
});

test.each([
  ['Asha Rao <asha@example.in> 12345', 'phone must be 10 to 20 digits, and nothing else'],
  [`Asha Rao <asha@example.in> ${'1'.repeat(21)}`, 'phone must be 10 to 20 digits'],
  [`Asha Rao <${'a'.repeat(65)}@example.in> 9876543210`, '64 before the @'],
  [`${'Asha '.repeat(41)}<asha@example.in> 9876543210`, 'name must be text of 1 to 200 characters'],
])("signers are checked by the API's rules before anything is sent: %s", async (text, problem) => {
  const given = await readSigners({ signer: [text] }, { mayAsk: false });
  await expect(given?.checked()).rejects.toThrow(problem);
});
