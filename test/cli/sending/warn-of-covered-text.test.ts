import { afterAll, expect, test } from 'vitest';
import { warnOfCoveredText } from '../../../src/cli/sending/warn-of-covered-text.ts';
import type { SignaturePosition } from '../../../src/contract/placement.ts';
import { openPageReader } from '../../../src/pdf/reading/page-reader.ts';
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
  const boxes = await warnOfCoveredText(pdf, signers, { out, reader });
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
