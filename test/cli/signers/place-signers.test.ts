import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WrittenSigner } from '../../../src/cli/signers/place-signers.ts';
import { placeSigners } from '../../../src/cli/signers/place-signers.ts';
import { readSigners } from '../../../src/cli/signers/read-signers.ts';
import { parseSigner } from '../../../src/cli/signers/signer-grammar.ts';
import { locateWords } from '../../../src/pdf/reading/words/locate-words.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { drawnPage, scannedPage } from '../../support/drawing/drawn-page.ts';
import { testPdfium } from '../../support/drawing/test-pdfium.ts';
import { twoParties, withHeaders } from '../../support/drawing/words-pdfs.ts';

const pdfium = await testPdfium();

/** A document on this machine. */
const signedPdf = (bytes: Buffer) => ({
  pages: [{ width: 595, height: 842 }],
  findWords: async (queries: Parameters<typeof locateWords>[1]['queries']) =>
    locateWords(pdfium, { bytes, queries }),
});

function written(placement: string): WrittenSigner {
  const parsed = parseSigner(`Asha Rao <asha@example.in> 9876543210 ${placement}`);
  if (!parsed.ok) throw new Error(parsed.problem);
  return { given: parsed.signer };
}

const asha = { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' };

/** The rectangles of each signer, or the problems. */
async function placed(bytes: Buffer, ...signers: readonly WrittenSigner[]): Promise<unknown> {
  const { inputs, problems } = await placeSigners(signers, signedPdf(bytes));
  if (problems.length > 0) return problems;
  return inputs.map((input) => {
    const { advanced, ...person } = input as { advanced?: object };
    expect(person).toEqual(asha);
    return advanced;
  });
}

const at = (x: number, y: number, more = {}) => ({
  signaturePlacement: { positions: [{ page: 1, x, y, width: 140, height: 110, ...more }] },
});

test('words become the rectangles that the API takes', async () => {
  const lessee = written('@text:"For the Lessee"');
  const lessor = written("@text:'for the lessor':right,141x111");
  expect(await placed(twoParties, lessee, lessor)).toEqual([
    at(60, 123.5),
    at(394.9, 237.5, { width: 141, height: 111 }),
  ]);
});

test('placement in JSON is in the same grammar', async () => {
  const json = { ...asha, placement: '@text:"For the Lessee"' };
  expect(await placed(twoParties, { json }, { json: asha })).toEqual([at(60, 123.5), undefined]);
  const { problems } = await placeSigners([{ json: { ...asha, placement: null } }]);
  expect(problems).toEqual([]);
});

test.each([
  [{ placement: 7 }, 'placement is not text'],
  [{ placement: '@1:1' }, '"@1:1" is not a rectangle in the form @PAGE:X,Y,WIDTHxHEIGHT'],
  [{ placement: '@1:1,1,140x110', advanced: {} }, 'has both placement and advanced'],
])('JSON with %j is refused', async (more, problem) => {
  expect(await placed(twoParties, { json: { ...asha, ...more } })).toEqual([{ index: 0, problem }]);
});

const oneLabel = drawnPage({ content: 'BT /F1 12 Tf 1 0 0 1 60 400 Tm (Sign here) Tj ET' });

test('two signers beside the same words do not cover each other', async () => {
  const signer = written('@text:"Sign here"');
  const corner = (await placed(oneLabel, signer, signer)) as ReturnType<typeof at>[];
  expect(corner.map(({ signaturePlacement: { positions } }) => positions[0]?.y)).toEqual([
    283.3, 415.3,
  ]);
});

test('words avoid a rectangle that another signer has by coordinates', async () => {
  const signers = [written('@text:"Sign here"'), written('@1:100,200,140x110')];
  const [first] = (await placed(oneLabel, ...signers)) as ReturnType<typeof at>[];
  expect(first?.signaturePlacement.positions[0]?.y).toBe(415.3);
});

const headed = withHeaders('For the Lessee', ['Terms', 'For the Lessee (seal)']);
const LISTED =
  '#1 page 1, line 1 "For the Lessee"; #2 page 2, line 1 "For the Lessee"; #3 page 2, line 2 "For the Lessee (seal)"';

test.each([
  [
    headed,
    '@text:"For the Lessee"',
    `"For the Lessee" is in the document 3 times; add # and a number, or #last: ${LISTED}`,
  ],
  [
    headed,
    '@text:"For the Lessee"#4',
    `"For the Lessee" is in the document 3 times, without #4: ${LISTED}`,
  ],
  [
    oneLabel,
    '@text:"Sign here"#2',
    '"Sign here" is in the document only once, without #2: #1 page 1, line 1 "Sign here"',
  ],
  [oneLabel, '@text:"Witness"', '"Witness" was not found in the text of the document'],
  [
    oneLabel,
    '@text:"Sign here":right,500x110',
    'there is no room for 500x110 to the right of "Sign here" on page 1',
  ],
  [
    twoParties,
    '@text:"agreed"#50',
    'there is no free 140x110 below, above or to the right of "agreed" on page 1; choose with :below, :above, :right or :over, and look at it with --preview',
  ],
])('a place that cannot be found is a problem: %#', async (bytes, placement, problem) => {
  expect(await placed(bytes, written(placement))).toEqual([{ index: 0, problem }]);
});

test('many hits are listed in part', async () => {
  expect(await placed(twoParties, written('@text:"agreed"'))).toEqual([
    { index: 0, problem: expect.stringMatching(/is in the document 432 times.*; and 427 more$/) },
  ]);
});

const scan = scannedPage({ width: 100, height: 140, shade: () => 200 });

test.each([
  ['pictures', scan, 'its page has no text, which is usual for scans; give coordinates'],
  [
    'no PDF',
    Buffer.from('Dear Asha'),
    'the PDF cannot be read, or takes too long; give coordinates',
  ],
])('a document of %s has one problem for all words', async (_, bytes, problem) => {
  const signer = written('@text:"Sign here"');
  expect(await placed(bytes, signer, signer)).toEqual([
    { problem: expect.stringContaining(problem) },
  ]);
});

test('an uploaded document has no words to find', async () => {
  const signer = ['Asha Rao <asha@example.in> 9876543210 @text:"Sign here"'];
  const given = await readSigners({ signer }, { mayAsk: false });
  await expect(given?.checked()).rejects.toThrow('"@text" needs the file');
});

test('two rectangles of a signer on one page are refused, as the API does', async () => {
  const signer = [
    'Asha Rao <asha@example.in> 9876543210 @text:"For the Lessee" @text:"For the Lessor"',
  ];
  const given = await readSigners({ signer }, { mayAsk: false });
  await expect(given?.checked(signedPdf(twoParties))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('signer 1 (Asha Rao): the list of rectangles names page 1'),
  });
});

test('each line of a CSV file that cannot be placed is listed', async () => {
  const row = (name: string, words: string) =>
    `${name},a@example.in,9876543210,"@text:""${words}"""`;
  const rows = ['name,email,phone,placement', row('A', 'Sign here'), row('B', 'x'), row('C', 'y')];
  const path = join(await makeTestFolder({ 'signers.csv': rows.join('\n') }), 'signers.csv');
  const given = await readSigners({ signers: path }, { mayAsk: false });
  await expect(given?.checked(signedPdf(oneLabel))).rejects.toMatchObject({
    exitCode: 2,
    message: `${path} has 2 faults; nothing was sent`,
    faults: [
      { line: 3, problem: 'signer 2 (B): "x" was not found in the text of the document' },
      { line: 4, problem: 'signer 3 (C): "y" was not found in the text of the document' },
    ],
  });
});
