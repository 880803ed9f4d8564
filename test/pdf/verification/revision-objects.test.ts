import { expect, test } from 'vitest';
import { revisionObjects } from '../../../src/pdf/verification/revision-objects.ts';
import { fieldsFor, prepared, signedDocument } from '../../support/pdf/sign-pdf.ts';

const base = (await signedDocument(1))[0]!;
const { bytes } = await prepared(base, fieldsFor(1)[0]!);

/** The objects of a signature's revision with a forged cross-reference table. */
async function objectsOf(rewrite: (table: string) => string): Promise<number[]> {
  const at = bytes.lastIndexOf('xref\n', bytes.lastIndexOf('startxref') - 1);
  const table = Buffer.from(rewrite(bytes.toString('latin1', at)), 'latin1');
  const forged = Buffer.concat([bytes.subarray(0, at), table]);
  return revisionObjects(forged, { from: base.length, to: forged.length });
}

test('a signature writes the catalogue, its widget, its dictionary and its appearance', async () => {
  expect(await objectsOf((table) => table)).toHaveLength(4);
});

test('the head of the free list may be repeated', async () => {
  const head = 'xref\n0 1\n0000000000 65535 f \n';
  expect(await objectsOf((table) => table.replace('xref\n', head))).toHaveLength(4);
});

/** Lets the first row lead to the second row's object. */
function astray(table: string): string {
  const [first = '', second = ''] = table.match(/\d{10} 00000 n/g) ?? [];
  return table.replace(first, second);
}

const rewrites: [string, string, (table: string) => string][] = [
  ['an object removed', 'XREF_FREE', (table) => table.replace(/ 00000 n/, ' 00000 f')],
  ['a row of another generation', 'XREF_FREE', (table) => table.replace(/ 00000 n/, ' 00001 n')],
  ['fewer rows than it says', 'XREF_FREE', (table) => table.replace(/ 1\n/, ' 9\n')],
  [
    'an object taken from the older part',
    'XREF_OFFSET',
    (table) => table.replace(/\d{10} 00000 n/, '0000000100 00000 n'),
  ],
  [
    'an object behind the end',
    'XREF_OFFSET',
    (table) => table.replace(/\d{10} 00000 n/, '9999999999 00000 n'),
  ],
  ['a row that leads to another object', 'XREF_OFFSET', astray],
  [
    'a section hidden behind a comment',
    'XREF_KIND',
    (table) => table.replace(/trailer/, '%\ntrailer'),
  ],
  [
    'nothing behind it',
    'XREF_KIND',
    (table) => table.replace(/trailer[\s\S]*startxref/, 'startxref'),
  ],
  ['another head', 'XREF_KIND', (table) => table.replace(/^xref/, 'XREF')],
  [
    'a place outside',
    'XREF_OUTSIDE_REVISION',
    (table) => table.replace(/startxref\s+\d+/, 'startxref\n1'),
  ],
  [
    'no place at all',
    'XREF_OUTSIDE_REVISION',
    (table) => table.replace(/startxref\s+\d+/, 'startxref\nnowhere'),
  ],
];

test.each(rewrites)('a table with %s is found as %s', async (_, code, rewrite) => {
  await expect(objectsOf(rewrite)).rejects.toMatchObject({ code });
});

test('bytes without a cross-reference table are not a revision', () => {
  expect(() => revisionObjects(Buffer.from('a letter'), { from: 0, to: 8 })).toThrow(
    expect.objectContaining({ code: 'XREF_OUTSIDE_REVISION' }),
  );
});
