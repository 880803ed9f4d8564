import type { PageRect } from '../blank.ts';
import { isFree } from '../blank.ts';
import type { OpenPage } from '../open-pages.ts';
import { readPages } from '../open-pages.ts';
import type { PageText } from '../page-text.ts';
import { readText } from '../page-text.ts';
import type { Pdfium } from '../pdfium.ts';
import { surveyPages } from '../survey.ts';
import type { Side } from './beside-words.ts';
import { rectBeside } from './beside-words.ts';
import type { WordRange } from './find-words.ts';
import { findWords, normalText } from './find-words.ts';
import { textLines } from './text-lines.ts';

/** Words that a rectangle is to stand beside. */
export interface WordQuery {
  readonly words: string;
  /** Which of several hits, from 1 in the order of the document; undefined if there must be one only. */
  readonly which?: number | 'last' | undefined;
  /** Undefined for the first free one of below, above and right. */
  readonly side?: Side | undefined;
  /** The size of the rectangle in points. */
  readonly width: number;
  readonly height: number;
}

/** Words to find in a PDF. */
export type WordsJob = { readonly bytes: Uint8Array; readonly queries: readonly WordQuery[] };

/** Where words were found. */
interface WordHit {
  /** From 1. */
  readonly page: number;
  /** The line of the page that they begin on, from 1, and what it says, shortened. */
  readonly line: number;
  readonly text: string;
}

/** A rectangle beside words. */
interface Spot extends PageRect {
  readonly side: Side;
  /** Whether it covers nothing but white space and rules; unknown for a side that was asked for. */
  readonly isFree?: boolean;
}

/** The answer to one query. */
interface WordAnswer {
  readonly count: number;
  /** The first hits. */
  readonly hits: readonly WordHit[];
  /** Undefined unless one hit is the one asked for. Without the sides on which the rectangle does not fit the page. */
  readonly chosen?: { readonly page: number; readonly spots: readonly Spot[] } | undefined;
}

/** The answers, in the order of the queries. */
export interface LocatedWords {
  readonly pages: number;
  /** Number of pages without a single character: pictures, or blank. */
  readonly textless: number;
  readonly answers: readonly WordAnswer[];
}

interface FoundHit extends WordHit {
  /** Whether the letters are in the case that was asked for. */
  readonly isExact: boolean;
  readonly boxes: readonly PageRect[];
  readonly size: { readonly width: number; readonly height: number };
}

const SIDES: readonly Side[] = ['below', 'above', 'right'];
const SHOWN_HITS = 20;

function joined(one: PageRect | undefined, other: PageRect): PageRect {
  if (!one) return other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const top = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: top - y };
}

/** The boxes of a range of characters, one a line. */
function boxesOf(text: PageText, lineOf: (index: number) => number, { from, to }: WordRange) {
  const boxes = new Map<number, PageRect>();
  for (let index = from; index < to; index++) {
    const box = text.boxOf(index);
    if (!box || box.width * box.height === 0) continue;
    const line = lineOf(index);
    boxes.set(line, joined(boxes.get(line), box));
  }
  return [...boxes.values()];
}

/** Words outside the crop box are not displayed. */
function isDisplayed({ width, height }: OpenPage, box: PageRect | undefined): boolean {
  if (!box) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** The hits of each of the words on a page, in any case of their letters; undefined if it has no text. */
function hitsOn(page: OpenPage, words: readonly string[]): FoundHit[][] | undefined {
  return readText(page, (text) => {
    if (text.codes.length === 0) return undefined;
    const normal = normalText(text.codes);
    const lines = textLines(text.codes);
    const size = { width: page.width, height: page.height };
    return words.map((one) => {
      const exact = new Set(findWords(normal, one, { anyCase: false }).map(({ from }) => from));
      return findWords(normal, one, { anyCase: true }).flatMap((range) => {
        const boxes = boxesOf(text, lines.lineOf, range);
        if (!isDisplayed(page, boxes[0])) return [];
        const line = lines.lineOf(range.from);
        const isExact = exact.has(range.from);
        return [{ page: page.number, line, text: lines.around(range.from), boxes, size, isExact }];
      });
    });
  });
}

function chosenOf(hits: readonly FoundHit[], { which }: WordQuery): FoundHit | undefined {
  if (which === 'last') return hits.at(-1);
  if (which === undefined) return hits.length === 1 ? hits[0] : undefined;
  return hits[which - 1];
}

type Survey = (page: number) => ReturnType<typeof surveyPages>;

function spotsOf({ page, boxes, size }: FoundHit, query: WordQuery, survey: Survey): Spot[] {
  const sides = query.side === undefined ? SIDES : [query.side];
  const placed = sides.flatMap((side) => {
    const room = { size: { width: query.width, height: query.height }, page: size };
    const rect = rectBeside(boxes, side, room);
    return rect ? [{ side, ...rect }] : [];
  });
  if (query.side !== undefined) return placed;
  const blank = survey(page)?.[0];
  return placed.map((spot) => ({ ...spot, isFree: blank !== undefined && isFree(blank, spot) }));
}

/** Searches all pages. Words that are somewhere as written are not looked for in another case. */
function searchAll(pdfium: Pdfium, { bytes, queries }: WordsJob) {
  const words = queries.map((query) => query.words);
  const pages = readPages(pdfium, { bytes }, (page) => ({ found: hitsOn(page, words) }));
  if (!pages) return undefined;
  const hits = words.map((_, at) => {
    const all = pages.flatMap(({ found }) => found?.[at] ?? []);
    const exact = all.filter(({ isExact }) => isExact);
    return exact.length > 0 ? exact : all;
  });
  const textless = pages.filter(({ found }) => found === undefined).length;
  return { pages: pages.length, textless, hits };
}

/**
 * Finds words in a PDF, and rectangles beside them. Undefined if PDFium cannot open the file or one of its pages. Throws if
 * PDFium runs out of memory; then end the process.
 */
export function locateWords(pdfium: Pdfium, job: WordsJob): LocatedWords | undefined {
  const searched = searchAll(pdfium, job);
  if (!searched) return undefined;
  const { pages, textless, hits } = searched;
  const survey: Survey = (page) => surveyPages(pdfium, { bytes: job.bytes, pages: [page] });
  const answers = job.queries.map((query, at): WordAnswer => {
    const found = hits[at] ?? [];
    const chosen = chosenOf(found, query);
    const shown = found.slice(0, SHOWN_HITS).map(({ page, line, text }) => ({ page, line, text }));
    const spots = chosen && { page: chosen.page, spots: spotsOf(chosen, query, survey) };
    return { count: found.length, hits: shown, chosen: spots };
  });
  return { pages, textless, answers };
}
