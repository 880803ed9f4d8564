import { expect, test } from 'vitest';
import { findHits } from '../../../../../../src/service/web/pages/browser/reader/search.ts';

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
