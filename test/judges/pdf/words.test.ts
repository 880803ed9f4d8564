import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPageReader } from '../../../src/pdf/reading/page-reader.ts';
import type { PagePicture } from '../../support/drawing/page-pictures.ts';
import { pagePictures } from '../../support/drawing/page-pictures.ts';
import { ROTATIONS, uprightWords } from '../../support/drawing/words-pdfs.ts';
import { pdfWorkerScript } from '../../support/pdf/pdf-worker.ts';
import { openChromium } from '../../support/sandbox/a-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'esign-words-'));
const reader = openPageReader(await pdfWorkerScript());
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

const LABELS = [
  'For the Lessee',
  'For and on behalf of the Financial Affairs Office',
  'पट्टेदार के लिए हस्ताक्षर',
  'குத்தகைதாரர் சார்பில்',
  'ভাড়াটিয়ার পক্ষে',
  'کرایہ دار کی جانب سے',
];

const FONTS = new URL('../../../dist/assets/fonts/', import.meta.url);
const FAMILIES = ['NotoSans', 'NotoSansTamil', 'NotoSansBengali'];

/** For scripts that Debian's own fonts lack. */
const fontFaces = FAMILIES.map((family) => {
  const bytes = readFileSync(new URL(`${family}_400Regular.ttf`, FONTS));
  return `@font-face { font-family: ${family}; src: url(data:font/ttf;base64,${bytes.toString('base64')}); }`;
}).join('\n');

/** A page with all labels, far from each other. */
async function byChromium(style: string): Promise<Buffer> {
  const browser = await openChromium();
  try {
    const tab = await browser.newPage();
    // Chromium 156.0.8078.79 drops the first letter in DejaVu Sans from the text, so it must not be a label's
    const body = ['۔', ...LABELS].map((label) => `<p>${label}</p>`).join('');
    await tab.setContent(
      `<!doctype html><meta charset="utf-8"><style>${fontFaces} p { font-family: ${FAMILIES}, 'DejaVu Sans'; margin: 0 0 24mm; ${style} }</style>${body}`,
    );
    return await tab.pdf({ format: 'A4' });
  } finally {
    await browser.close();
  }
}

/** The same file, written again by another program. */
function rewritten(bytes: Buffer, program: string, ...args: readonly string[]): Buffer {
  const [from, to] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
  writeFileSync(from, bytes);
  execFileSync(program, [...args, from, to]);
  return execFileSync('cat', [to]);
}

const plain = await byChromium('');
const PDFS: ReadonlyArray<readonly [string, Buffer]> = [
  ['Chromium', plain],
  ['Chromium with spaced letters', await byChromium('letter-spacing: .2em')],
  ['Chromium with narrow lines', await byChromium('width: 40mm')],
  ['qpdf', rewritten(plain, 'qpdf', '--object-streams=generate', '--linearize')],
];

test.each(PDFS)('words of every script are found once in a PDF by %s', async (_, pdf) => {
  const queries = LABELS.map((words) => ({ words, width: 140, height: 110 }));
  const located = await reader.findWords(pdf, queries);
  expect(located?.answers.map(({ count }) => count)).toEqual(LABELS.map(() => 1));
});

/** Pixels a point. */
const SCALE = 2;

/** Dark pixels in a rectangle of the page, in points from the bottom left. */
function inkIn({ width, height, grey }: PagePicture, x: number, y: number, w: number, h: number) {
  let ink = 0;
  for (let row = Math.round(height - (y + h) * SCALE); row < height - y * SCALE; row++)
    for (let column = Math.round(x * SCALE); column < (x + w) * SCALE; column++)
      if ((grey[row * width + column] ?? 255) < 128) ink++;
  return ink;
}

test.each(ROTATIONS)(
  'poppler sees the words above the rectangle, on a page rotated by %d',
  async (rotate) => {
    const pdf = uprightWords(rotate);
    const query = { words: 'For the Lessee', side: 'below', width: 140, height: 110 } as const;
    const [rect] = (await reader.findWords(pdf, [query]))?.answers[0]?.chosen?.spots ?? [];
    if (!rect) throw new Error('there is no rectangle');
    const path = join(folder, `rotated-${rotate}.pdf`);
    writeFileSync(path, pdf);
    const [picture] = pagePictures(path, SCALE);
    if (!picture) throw new Error('there is no picture');
    const { x, y, width, height } = rect;
    expect(inkIn(picture, x, y, width, height)).toBe(0);
    const words = inkIn(picture, x, y + height, 85, 22);
    expect(words).toBeGreaterThan(200);
    expect(inkIn(picture, 0, 0, picture.width / SCALE, picture.height / SCALE)).toBe(words);
  },
);
