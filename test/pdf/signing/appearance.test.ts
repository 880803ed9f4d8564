import { expect, test } from 'vitest';
import { typesetter } from '../../../src/pdf/fonts/typesetter.ts';
import { drawAppearance } from '../../../src/pdf/signing/appearance.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';

const fonts = testFonts();
const box = { width: 140, height: 110 };

type Point = readonly [number, number];

/** The points of the text's outlines, in the box's coordinates. */
function points(content: Buffer): Point[] {
  const found: Point[] = [];
  let [scale, x, y] = [1, 0, 0];
  for (const line of content.toString('latin1').split('\n')) {
    const [, numbers = '', operator] = /^(?:q )?([-\d. ]+) (cm|[mlc])$/.exec(line) ?? [];
    const values = numbers.split(' ').map(Number);
    const [right = 0, up = 0] = values.slice(-2);
    const isLine = operator === 'cm' && line.startsWith('q');
    if (isLine) [scale, x, y] = [values[0] ?? 1, right, up];
    else if (operator === 'cm') [x, y] = [x + scale * right, y + scale * up];
    else if (operator) found.push([x + scale * right, y + scale * up]);
  }
  return found;
}

function lies(content: Buffer, { width, height }: typeof box): boolean {
  return points(content).every(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height);
}

const NAMES = [
  'Asha Rao',
  'अनिता प्रियदर्शिनी शर्मा-कुलकर्णी',
  'Venkatanarasimharajuvaripeta Subrahmanyam Chandrasekhara Iyer',
  'Dr. श्री विक्रम सिंह',
  'W'.repeat(80),
  'श्री '.repeat(16),
  ...SCRIPT_SAMPLES.map(lineOf),
];

test.each(NAMES)('all of the text lies within the box: %s', (name) => {
  const lines = [
    name,
    'Signed 21 Nov 2026, 12:34:05 IST',
    '21 Nov 2026, 07:04:05 UTC',
    'Reason: I agree',
  ];
  for (const size of [box, { width: 400, height: 110 }, { width: 140, height: 400 }]) {
    const content = drawAppearance({ ...size, lines }, fonts);
    expect(points(content).length).toBeGreaterThan(100);
    expect(lies(content, size)).toBe(true);
  }
});

test('the text needs no font: only paths are drawn', () => {
  const content = drawAppearance({ ...box, lines: ['Asha Rao'] }, fonts).toString('latin1');
  expect(content).not.toMatch(/\b(BT|Tf|Tj|TJ)\b/);
  expect(content.startsWith('q\n') && content.endsWith('Q')).toBe(true);
});

test('a box without text is drawn', () => {
  expect(drawAppearance({ ...box, lines: [''] }, fonts).toString('latin1')).toContain('re B');
  expect(points(drawAppearance({ ...box, lines: [] }, fonts))).toEqual([]);
});

test('TEST is drawn only on request', () => {
  const plain = drawAppearance({ ...box, lines: ['Asha Rao'] }, fonts);
  const marked = drawAppearance({ ...box, lines: ['Asha Rao'], test: true }, fonts);
  expect(marked.length).toBeGreaterThan(plain.length);
  const paleRed = '0.99 0.86 0.86 rg';
  expect([marked, plain].map((content) => content.includes(paleRed))).toEqual([true, false]);
});

test('joined letters are shaped, not set side by side', () => {
  const { width } = typesetter(fonts.regular);
  expect(width('क्ष', 10)).toBeLessThan(width('क', 10) + width('्', 10) + width('ष', 10));
});
