import { expect, test } from 'vitest';
import { drawAppearance } from '../../src/pdf/appearance.ts';
import { textWidth } from '../../src/pdf/outline.ts';
import { testFonts } from '../support/pdf-fonts.ts';

const fonts = testFonts();
const box = { width: 140, height: 110 };

type Point = readonly [number, number];

/** Every point of the outlines that stand in the box's own coordinates. */
function points(content: Buffer): Point[] {
  const lines = content.toString('latin1').split('\n');
  return lines.flatMap((line) => {
    const [, numbers = '', operator] = /^([-\d. ]+) ([mlc])$/.exec(line) ?? [];
    const values = numbers.split(' ').map(Number);
    return operator ? [[values.at(-2) ?? 0, values.at(-1) ?? 0] as const] : [];
  });
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

test('TEST is drawn only where it is asked for', () => {
  const plain = drawAppearance({ ...box, lines: ['Asha Rao'] }, fonts);
  const marked = drawAppearance({ ...box, lines: ['Asha Rao'], test: true }, fonts);
  expect(marked.length).toBeGreaterThan(plain.length);
  expect(marked.includes(' cm\n')).toBe(true);
  expect(plain.includes(' cm\n')).toBe(false);
});

test('joined letters are shaped, not set side by side', () => {
  const { font } = fonts.regular;
  expect(textWidth(font, 'क्ष', 10)).toBeLessThan(
    textWidth(font, 'क', 10) + textWidth(font, '्', 10) + textWidth(font, 'ष', 10),
  );
});
