import type { PageRect } from '../blank.ts';
import { isFree } from '../blank.ts';
import { isDisplayed } from '../displayed.ts';
import type { OpenPage } from '../open-pages.ts';
import { readPages } from '../open-pages.ts';
import type { PageText } from '../page-text.ts';
import { readText } from '../page-text.ts';
import type { Pdfium } from '../pdfium.ts';
import { surveyPages } from '../survey.ts';
import type { Side } from './beside-words.ts';
import { rectBeside } from './beside-words.ts';
import type { WordRange } from './find-words.ts';
import { findWords, LINE_END_HYPHEN, normalText } from './find-words.ts';

const LINE_FEED = 10;
const SHOWN = 70;
const BEFORE = 25;

/** Lines are numbered from 1. */
interface TextLines {
  readonly lineOf: (index: number) => number;
  readonly around: (index: number) => string;
}

const isBreak = (code: number): boolean => code === LINE_FEED || code === LINE_END_HYPHEN;

function textOf(codes: Uint32Array, from: number, to: number): string {
  const characters = [...codes.subarray(from, to)].map((code) => {
    if (code === LINE_END_HYPHEN) return '-';
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  });
  return characters.join('').replace(/\s+/g, ' ').trim();
}

/** Splits text into lines where PDFium saw their ends. */
function textLines(codes: Uint32Array): TextLines {
  const starts = [0];
  for (const [index, code] of codes.entries()) if (isBreak(code)) starts.push(index + 1);
  const lineOf = (index: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const around = (index: number): string => {
    const line = lineOf(index);
    const [start, end] = [starts[line - 1] ?? 0, starts[line] ?? codes.length];
    const isLong = end - start > SHOWN;
    const from = isLong ? Math.max(start, Math.min(index - BEFORE, end - SHOWN)) : start;
    const to = isLong ? Math.min(end, from + SHOWN) : end;
    return `${from > start ? '…' : ''}${textOf(codes, from, to)}${to < end ? '…' : ''}`;
  };
  return { lineOf, around };
}

export interface WordQuery {
  readonly words: string;
  /** The hit to use, from 1 in document order. Default: there must be only one. */
  readonly which?: number | 'last' | undefined;
  /** Default: the first free side of below, above and right. */
  readonly side?: Side | undefined;
  /** The rectangle, in points. */
  readonly width: number;
  readonly height: number;
}

export type WordsJob = { readonly bytes: Uint8Array; readonly queries: readonly WordQuery[] };

interface WordHit {
  /** From 1. */
  readonly page: number;
  /** The line where they begin, from 1, and its text, shortened. */
  readonly line: number;
  readonly text: string;
  /** Of their first line. */
  readonly box: PageRect;
}

export interface WordSpot extends PageRect {
  readonly side: Side;
  /** Only white space and rules beneath; unknown for a requested side. */
  readonly isFree?: boolean;
}

export interface WordAnswer {
  readonly count: number;
  /** The first 20. */
  readonly hits: readonly WordHit[];
  /** `spots` omits sides where the rectangle doesn't fit. Undefined unless one hit is chosen. */
  readonly chosen?: { readonly page: number; readonly spots: readonly WordSpot[] } | undefined;
}

export interface LocatedWords {
  readonly pages: number;
  /** Pages without any characters: pictures, or blank. */
  readonly textless: number;
  readonly answers: readonly WordAnswer[];
}

interface FoundHit extends WordHit {
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

/** Hits per query, ignoring case; undefined if the page has no text. */
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
        const [box] = boxes;
        if (!box || !isDisplayed(page, box)) return [];
        const line = lines.lineOf(range.from);
        const isExact = exact.has(range.from);
        return [
          { page: page.number, line, text: lines.around(range.from), box, boxes, size, isExact },
        ];
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

function spotsOf({ page, boxes, size }: FoundHit, query: WordQuery, survey: Survey): WordSpot[] {
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

/** Searches all pages. Hits in another case count only if there is no exact one. */
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

/** Undefined if PDFium cannot open the file or a page. Throws if PDFium runs out of memory. */
export function locateWords(pdfium: Pdfium, job: WordsJob): LocatedWords | undefined {
  const searched = searchAll(pdfium, job);
  if (!searched) return undefined;
  const { pages, textless, hits } = searched;
  const survey: Survey = (page) => surveyPages(pdfium, { bytes: job.bytes, pages: [page] });
  const answers = job.queries.map((query, at): WordAnswer => {
    const found = hits[at] ?? [];
    const chosen = chosenOf(found, query);
    const shown = found.slice(0, SHOWN_HITS).map(({ page, line, text, box }) => {
      return { page, line, text, box };
    });
    const spots = chosen && { page: chosen.page, spots: spotsOf(chosen, query, survey) };
    return { count: found.length, hits: shown, chosen: spots };
  });
  return { pages, textless, answers };
}
