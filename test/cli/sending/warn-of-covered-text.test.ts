import { expect, test } from 'vitest';
import { warnOfCoveredText } from '../../../src/cli/sending/warn-of-covered-text.ts';
import type { SignaturePosition } from '../../../src/contract/placement.ts';
import { findCoveredRects } from '../../../src/pdf/reading/covered-rects.ts';
import { aPdf } from '../../support/a-pdf.ts';
import { DRAWING_BOMBS } from '../../support/drawing-bombs.ts';
import { aPdfFile, aPdfFolder } from '../../support/pdf-files.ts';
import { pdfWorkerScript } from '../../support/pdf-worker.ts';

const script = await pdfWorkerScript();

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

async function warnings(path: string, signers: Parameters<typeof warnOfCoveredText>[1]) {
  const warned: string[] = [];
  const out = { warn: (text: string) => void warned.push(text) };
  await warnOfCoveredText(path, signers, {
    out,
    findCovered: (file, rects) => findCoveredRects({ script, path: file, rects }),
  });
  return warned;
}

const twoPages = () => aPdfFile(aPdf({ pages: [{}, {}] }));
const NOT_CHECKED = ['could not check whether signatures cover text: the pages cannot be read'];

test('each rectangle over text is warned of, with its signer and page', async () => {
  const signers = [
    someone('Asha Rao', at(1, OVER_TEXT), at(2, BLANK)),
    someone('Ravi Kumar'),
    someone('Meera\u001b[2J Iyer', at(2, OVER_TEXT)),
  ];
  expect(await warnings(twoPages(), signers)).toEqual([
    'the signature of Asha Rao will cover text on page 1',
    expect.stringMatching(/^the signature of Meera\S* Iyer will cover text on page 2$/),
  ]);
});

test('white space is not warned of, and neither are signers without a rectangle', async () => {
  expect(await warnings(twoPages(), [someone('Asha Rao', at(2, BLANK))])).toEqual([]);
  expect(await warnings('/nonexistent.pdf', [someone('Ravi Kumar')])).toEqual([]);
});

test('nothing is said of a PDF from stdin', async () => {
  expect(await warnings('-', [someone('Asha Rao', at(1, OVER_TEXT))])).toEqual([]);
});

test.each([
  ['that is gone', () => '/nonexistent.pdf'],
  ['that is a folder', () => aPdfFolder()],
  ['that is no PDF', () => aPdfFile(Buffer.from('Dear Asha'))],
  ['whose page takes too much', () => aPdfFile(DRAWING_BOMBS['nested forms']?.() ?? aPdf())],
])('a file %s is warned of, since it was not checked', async (_, path) => {
  expect(await warnings(path(), [someone('Asha Rao', at(1, OVER_TEXT))])).toEqual(NOT_CHECKED);
});
