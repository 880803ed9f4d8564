import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkManifest } from '../../../src/cli/bulk/manifest/manifest.ts';
import {
  warnOfCoveredText,
  warnOfOverlaps,
} from '../../../src/cli/sending/warn-of-covered-text.ts';
import type { SignaturePosition } from '../../../src/contract/placement.ts';
import { openPageReader } from '../../../src/pdf/reading/page-reader.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { DRAWING_BOMBS } from '../../support/drawing/drawing-bombs.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { pdfWorkerScript } from '../../support/pdf/pdf-worker.ts';

const reader = openPageReader(await pdfWorkerScript());
afterAll(() => reader.close());

const someone = (name: string, ...positions: SignaturePosition[]) => ({
  name,
  email: 'asha@example.in',
  phone: '9876543210',
  ...(positions.length > 0 && { advanced: { signaturePlacement: { positions } } }),
});
const at = (page: number, y: number) => ({ page, x: 60, y, width: 200, height: 120 });

/** The text of each page is about 700 points up. */
const OVER_TEXT = 650;
const BLANK = 300;

async function warnings(pdf: Buffer, signers: Parameters<typeof warnOfCoveredText>[1]) {
  const warned: string[] = [];
  const out = { warn: (text: string) => void warned.push(text) };
  const boxes = await warnOfCoveredText(pdf, signers, { out, reader, isRefused: false });
  return { warned, covers: boxes.map(({ coversText }) => coversText) };
}

const twoPages = aPdf({ pages: [{}, {}] });
const NOT_CHECKED = ['could not check whether signatures cover text: the pages could not be read'];

test('each rectangle over text is warned of, with its signer and page', async () => {
  const signers = [
    someone('Asha Rao', at(1, OVER_TEXT), at(2, BLANK)),
    someone('Ravi Kumar'),
    someone('Meera\u001b[2J Iyer', at(2, OVER_TEXT)),
  ];
  expect(await warnings(twoPages, signers)).toEqual({
    warned: [
      'the signature of Asha Rao will cover text on page 1',
      expect.stringMatching(/^the signature of Meera\S* Iyer will cover text on page 2$/),
    ],
    covers: [true, false, true],
  });
});

test('white space is not warned of, and neither are signers without a rectangle', async () => {
  const blank = await warnings(twoPages, [someone('Asha Rao', at(2, BLANK))]);
  expect(blank).toEqual({ warned: [], covers: [false] });
  const nowhere = await warnings(Buffer.from('Dear Asha'), [someone('Ravi Kumar')]);
  expect(nowhere).toEqual({ warned: [], covers: [] });
});

test.each([
  ['that is no PDF', Buffer.from('Dear Asha')],
  ['whose page takes too much', DRAWING_BOMBS['nested forms']?.() ?? aPdf()],
])('a file %s is warned of, since it was not checked', async (_, pdf) => {
  const end = await warnings(pdf, [someone('Asha Rao', at(1, OVER_TEXT))]);
  expect(end).toEqual({ warned: NOT_CHECKED, covers: [false] });
});

test.each([
  ['over text', twoPages, 'the signature of Asha Rao will cover text on page 1; nothing was sent'],
  [
    'in a file that cannot be read',
    Buffer.from('Dear Asha'),
    `${NOT_CHECKED[0]}; nothing was sent`,
  ],
])('a refused rectangle %s ends with exit 2', async (_, pdf, message) => {
  const context = { out: { warn: () => undefined }, reader, isRefused: true };
  const refused = warnOfCoveredText(pdf, [someone('Asha Rao', at(1, OVER_TEXT))], context);
  await expect(refused).rejects.toMatchObject({ exitCode: 2, message });
  const blank = warnOfCoveredText(twoPages, [someone('Asha Rao', at(2, BLANK))], context);
  await expect(blank).resolves.toHaveLength(1);
});

test('in a manifest, such a row has a fault if that is refused', async () => {
  const folder = await makeTestFolder({
    'a.pdf': twoPages,
    'm.csv':
      'file,signer1_name,signer1_email,signer1_phone,signer1_placement\n' +
      `a.pdf,Asha Rao,asha@example.in,9876543210,"@1:60,${OVER_TEXT},200x120"\n` +
      `a.pdf,Ravi Kumar,ravi@example.in,9876543211,"@2:60,${BLANK},200x120"\n`,
  });
  const check = (refusesCovered: boolean) =>
    checkManifest(join(folder, 'm.csv'), { pdfTools: reader, refusesCovered });
  expect((await check(false)).faults).toEqual([]);
  const problem = 'the signature of Asha Rao will cover text on page 1';
  expect((await check(true)).faults).toMatchObject([{ line: 2, problem }]);
});

const placed = (name: string, page: number, x: number, y: number) => ({
  order: 1,
  name,
  position: { page, x, y, width: 140, height: 110 },
  coversText: false,
});

const ASHA = placed('Asha Rao', 1, 60, 300);

test.each([
  [
    'the same place',
    placed('Ravi', 1, 60, 300),
    ['the signatures of Asha Rao and Ravi overlap on page 1'],
  ],
  ['a common corner of 1 point', placed('Ravi', 1, 199, 409), [expect.stringContaining('overlap')]],
  ['sides that touch', placed('Ravi', 1, 200, 300), []],
  ['one above the other', placed('Ravi', 1, 60, 410), []],
  ['another page', placed('Ravi', 2, 60, 300), []],
])('two signatures at %s', (_, other, expected) => {
  const warned: string[] = [];
  warnOfOverlaps([ASHA, other], { out: { warn: (text) => void warned.push(text) } });
  expect(warned).toEqual(expected);
});

test('each pair is named, without characters that move a cursor', () => {
  const warned: string[] = [];
  const boxes = [ASHA, placed('Ravi\u001b[2J', 1, 70, 310), placed('Meera', 1, 80, 320)];
  warnOfOverlaps(boxes, { out: { warn: (text) => void warned.push(text) } });
  expect(warned).toHaveLength(3);
  expect(warned.join('')).not.toContain('\u001b');
});
