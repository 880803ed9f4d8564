import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import type { Rect } from '../../../src/service/core/documents/place-block.rules.ts';
import type { PagePicture } from '../../support/drawing/page-pictures.ts';
import { pagePictures } from '../../support/drawing/page-pictures.ts';
import { checkWithQpdf, judgesBench, satisfyJudges } from '../../support/drawing/pdf-judges.ts';
import { pdfWorkerScript } from '../../support/pdf/pdf-worker.ts';
import { producedPdfs } from '../../support/pdf/produced-pdfs.ts';
import { sentPdf } from '../../support/pdf/sent-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'esign-places-'));
const workers = startPdfWorkers({ script: await pdfWorkerScript(), size: 1 });
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

const pdfs = await producedPdfs(folder);

/** Pixels a point. */
const SCALE = 0.5;
/** Drawing smooths the edge of a box over the pixels beside it. */
const EDGE = 2;
/** Farther from the usual shade than the noise of the scans, and nearer than any text. */
const CONTRAST = 24;

/** Whether a pixel is in a box, or within so many pixels of it. */
const isIn =
  ({ width, height }: PagePicture, boxes: readonly Rect[], edge: number) =>
  (at: number): boolean => {
    const [x, y] = [at % width, height - 1 - Math.floor(at / width)];
    return boxes.some((box) => {
      const [left, right] = [box.x * SCALE - edge, (box.x + box.width) * SCALE + edge];
      const [bottom, top] = [box.y * SCALE - edge, (box.y + box.height) * SCALE + edge];
      return x >= left && x < right && y >= bottom && y < top;
    });
  };

/** Pixels outside of the boxes that differ. */
function changesOutside(before: PagePicture, after: PagePicture, boxes: readonly Rect[]): number {
  const inBox = isIn(before, boxes, EDGE);
  return before.grey.reduce(
    (sum, shade, at) => sum + Number(shade !== after.grey[at] && !inBox(at)),
    0,
  );
}

/** Pixels inside the boxes that stand out from what is around them. */
function inkInside(picture: PagePicture, boxes: readonly Rect[]): number {
  const inBox = isIn(picture, boxes, 0);
  const shades = [...picture.grey].filter((_, at) => inBox(at)).sort((a, b) => a - b);
  const usual = shades[shades.length >> 1] ?? 0;
  return shades.filter((shade) => Math.abs(shade - usual) > CONTRAST).length;
}

test('there are at least forty PDFs', () => {
  expect(pdfs.length).toBeGreaterThanOrEqual(40);
  expect(pdfs.filter(([name]) => FULL.includes(name))).toHaveLength(FULL.length);
});

test.each(pdfs)(
  'signatures cover nothing of %s and change nothing else',
  async (name, bytes, signers) => {
    const { placements, signaturePage, revisions } = await sentPdf(workers, {
      bytes,
      name,
      signers,
    });
    const [original, signed] = ['original.pdf', 'signed.pdf'].map((one) => join(folder, one));
    writeFileSync(original ?? '', bytes);
    writeFileSync(signed ?? '', revisions.at(-1) ?? bytes);
    const before = pagePictures(original ?? '', SCALE);
    const after = pagePictures(signed ?? '', SCALE);
    expect(after.length).toBe(before.length + (signaturePage ? 1 : 0));
    const boxes = placements.flatMap(({ positions }) => positions);
    for (const [index, picture] of before.entries()) {
      const own = boxes.filter(({ page }) => page === index + 1);
      const page = after[index];
      expect(page && [page.width, page.height]).toEqual([picture.width, picture.height]);
      expect(page && changesOutside(picture, page, own), `page ${index + 1}`).toBe(0);
      expect(inkInside(picture, own), `ink under a box on page ${index + 1}`).toBe(0);
    }
    const last = after.at(-1);
    const shown = boxes.filter(({ page }) => page === after.length);
    expect(last && inkInside(last, shown)).toBeGreaterThan(0);
  },
);

const FULL = [
  'a full page',
  'a full page, rewritten by qpdf',
  'a full page, rewritten by cairo',
  'a full scan',
  'a receipt',
  'pages that inherit',
  'many small pages',
  'a label, by Chromium',
];

test.each(pdfs.filter(([name]) => FULL.includes(name)))(
  'one and six signatures on the page added after %s satisfy qpdf, mutool, pdfsig and openssl',
  async (name, bytes) => {
    const saved = await judgesBench();
    const { signaturePage, revisions } = await sentPdf(workers, { bytes, name, signers: 6 });
    expect(signaturePage).toBeGreaterThan(1);
    checkWithQpdf(saved.save('prepared.pdf', revisions[0] ?? bytes));
    for (const count of [1, 6]) await satisfyJudges(saved, revisions[count] ?? bytes, count);
  },
);
