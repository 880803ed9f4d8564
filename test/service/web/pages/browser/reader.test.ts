import { expect, test } from 'vitest';
import { canvasSize } from '../../../../../src/service/web/pages/browser/reader/draw.ts';
import { findHits } from '../../../../../src/service/web/pages/browser/reader/search.ts';
import { languageOf } from '../../../../../src/service/web/pages/browser/reader/text.ts';
import { stepFrom } from '../../../../../src/service/web/pages/browser/reader/zoom.ts';

const PAGES = ['The Rent is due.\nRent (net)', '', 'किराया हर महीने\nदेना है। rent'];

test.each([
  ['rent', ['Rent', 'Rent', 'rent']],
  ['  due.  ', ['due.']],
  ['due. rent', ['due.\nRent']],
  ['(net)', ['(net)']],
  ['.', ['.']],
  ['किराया', ['किराया']],
  ['महीने देना', ['महीने\nदेना']],
  ['lease', []],
  ['  ', []],
])('a search for "%s" finds %j', (searched, found) => {
  const hits = findHits(PAGES, searched);
  expect(hits.map(({ page, start, end }) => PAGES[page - 1]?.slice(start, end))).toEqual(found);
});

test('hits are in the order of the pages', () => {
  expect(findHits(PAGES, 'rent').map(({ page, start }) => [page, start])).toEqual([
    [1, 4],
    [1, 17],
    [3, 25],
  ]);
});

test('letters with marks are found however they are composed', () => {
  expect(findHits(['Café'], 'Cafe\u0301')).toHaveLength(1);
});

test.each([
  ['indemnity', 'indem-\nnity'],
  ['Co-Lessee', 'Co-\nLessee'],
  ['agreement ends', 'agree\u00AD\nment\nends'],
  ['agreement', 'agree\u00ADment'],
  ['किरायेदार', 'किराये-\nदार'],
  ['रक्षा', 'रक्\u200Dषा'],
  ['रक्\u200Dषा', 'रक्षा'],
])('"%s" is found in "%s"', (searched, written) => {
  const text = `the ${written} of\n`;
  const [hit] = findHits([text], searched);
  expect(text.slice(hit?.start, hit?.end)).toBe(written);
});

test('a hyphen within a line, and a line without one, divide words', () => {
  expect(findHits(['indem-nity\n', 'indem\nnity\n'], 'indemnity')).toEqual([]);
});

test.each([
  ['a page on a desktop', { width: 700, height: 990, ratio: 1 }, { width: 700, height: 990 }],
  ['a page on a phone', { width: 310, height: 438, ratio: 3 }, { width: 620, height: 876 }],
  [
    'a screen that is zoomed out',
    { width: 700, height: 990, ratio: 0.5 },
    { width: 700, height: 990 },
  ],
])('%s is drawn sharp', (_, shown, size) => {
  expect(canvasSize(shown)).toEqual(size);
});

test.each([
  ['a page of 150 x 3000 points on a phone', { width: 310, height: 6200, ratio: 3 }],
  ['a page of 150 x 3000 points on a desktop', { width: 700, height: 14_000, ratio: 1 }],
  ['a page at four times its width', { width: 2800, height: 3960, ratio: 2 }],
  ['a banner', { width: 20_000, height: 40, ratio: 1 }],
  ['a thread', { width: 1, height: 100_000, ratio: 2 }],
])('%s is drawn within 8 megapixels and 8192 on a side, in its shape', (_, shown) => {
  const { width, height } = canvasSize(shown);
  expect(width * height).toBeLessThanOrEqual(8_000_000);
  expect(Math.max(width, height)).toBeLessThanOrEqual(8192);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
  if (width > 100) expect(width / height / (shown.width / shown.height)).toBeCloseTo(1, 1);
});

test.each([
  ['The rent is due on the fifth.', 'en'],
  ['किराया हर महीने की पाँच तारीख तक, TEST', 'hi'],
  ['வாடகை 500', ''],
  ['1.2.3', ''],
])('"%s" is read aloud as "%s"', (words, language) => {
  expect(languageOf(words)).toBe(language);
});

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
  [4, 1, 4],
  [0.5, -1, 0.5],
] as const)('from %d in direction %d the next step is %d', (zoom, direction, next) => {
  expect(stepFrom(zoom, direction)).toBe(next);
});
