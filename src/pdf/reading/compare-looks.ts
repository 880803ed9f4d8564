import { readFile } from 'node:fs/promises';
import { isBlank } from './blank.ts';
import { displayedBox, displayOf } from './displayed.ts';
import type { Medium, OpenDocument, OpenPage } from './open-pages.ts';
import { drawPage, openDocument, pageNumbers, readPages } from './open-pages.ts';
import type { Pdfium } from './pdfium.ts';
import { startPdfium } from './pdfium.ts';
import { surveyPage } from './survey.ts';

/** Left, bottom, right, top in user space; `page` from 1. */
export interface CoveredBox {
  readonly page: number;
  readonly box: readonly number[];
}

function overlap(one: CoveredBox, other: CoveredBox): boolean {
  const ends = ({ box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }: CoveredBox) => ({
    x: [Math.min(x0, x1), Math.max(x0, x1)] as const,
    y: [Math.min(y0, y1), Math.max(y0, y1)] as const,
  });
  const [a, b] = [ends(one), ends(other)];
  const meet = (p: readonly [number, number], q: readonly [number, number]) =>
    p[0] < q[1] && q[0] < p[1];
  return one.page === other.page && meet(a.x, b.x) && meet(a.y, b.y);
}

/** Pages, from 1, with a box over any ink or another box; undefined if PDFium cannot open them. */
function pagesCovered(
  pdfium: Pdfium,
  bytes: Uint8Array,
  boxes: readonly CoveredBox[],
): number[] | undefined {
  const numbers = [...new Set(boxes.map(({ page }) => page))];
  const covers = (page: OpenPage): boolean => {
    const own = boxes.filter((one) => one.page === page.number);
    const [blank, display] = [surveyPage(page), displayOf(page)];
    return own.some(
      (one) =>
        !isBlank(blank, displayedBox(one.box, display)) ||
        own.some((other) => other !== one && overlap(one, other)),
    );
  };
  const found = readPages(pdfium, { bytes, numbers }, covers);
  return found && numbers.filter((_, index) => found[index]);
}

export interface PagesToCompare {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Parts that may differ. */
  readonly except: readonly CoveredBox[];
  /** Parts to check for content beneath, in `before`. */
  readonly added?: readonly CoveredBox[];
}

/** Page numbers from 1, in order. `covered`: pages with an added part that covers something. */
export interface PagesCompared {
  readonly differing: readonly number[];
  readonly covered: readonly number[];
  readonly notCompared: readonly number[];
}

/** 60 dpi: a changed character shows. */
const PIXELS_A_POINT = 60 / 72;
const MOST_PIXELS = 1200;
const MEDIA: readonly Medium[] = ['screen', 'print'];

export interface PictureSize {
  readonly columns: number;
  readonly rows: number;
}

export function pictureSize({ width, height }: OpenPage): PictureSize {
  const scale = Math.min(PIXELS_A_POINT, MOST_PIXELS / Math.max(width, height));
  return { columns: Math.ceil(width * scale), rows: Math.ceil(height * scale) };
}

/** A page, or its content without annotations and fields: rows of pixels of four bytes. */
export function coloursOf(page: OpenPage, size: PictureSize, contentOnly = false): Buffer {
  const { columns, rows } = size;
  return drawPage(page, { columns, rows, contentOnly }, ({ memory, addressOf }) => {
    const lines = Array.from({ length: rows }, (_, row) =>
      memory.subarray(addressOf(0, row), addressOf(columns, row)),
    );
    return Buffer.concat(lines);
  });
}

interface Picture extends PictureSize {
  readonly colours: Buffer;
}

/** A box in user space as pixels, one pixel larger, from the top left; ends are exclusive. */
export function pixelsOf(page: OpenPage, box: readonly number[], { columns, rows }: PictureSize) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const display = displayOf(page);
  const corners = [display(x0, y0), display(x1, y1)];
  const xs = corners.map(({ x }) => (x * columns) / page.width);
  const ys = corners.map(({ y }) => ((page.height - y) * rows) / page.height);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs)) - 1),
    right: Math.min(columns, Math.ceil(Math.max(...xs)) + 1),
    top: Math.max(0, Math.floor(Math.min(...ys)) - 1),
    bottom: Math.min(rows, Math.ceil(Math.max(...ys)) + 1),
  };
}

/** Paints a box white, with one pixel around it that it shares with the page. */
function blank(page: OpenPage, box: readonly number[], picture: Picture): void {
  const { columns, rows, colours } = picture;
  const { left, right, top, bottom } = pixelsOf(page, box, picture);
  const bytes = colours.length / rows / columns;
  for (let row = top; row < bottom; row++) {
    if (right > left)
      colours.fill(255, (row * columns + left) * bytes, (row * columns + right) * bytes);
  }
}

type Boxes = readonly (readonly number[])[];

function pictureOf(page: OpenPage, boxes: Boxes): Picture {
  const size = pictureSize(page);
  const picture = { ...size, colours: coloursOf(page, size) };
  for (const box of boxes) blank(page, box, picture);
  return picture;
}

const isSame = (a: Picture, b: Picture): boolean =>
  a.columns === b.columns && a.rows === b.rows && a.colours.equals(b.colours);

type Both = readonly [OpenDocument, OpenDocument];

/** Undefined if the page opens in neither state. */
function differs(documents: Both, number: number, boxes: Boxes): boolean | undefined {
  const [a, b] = documents.map((one) => one.readPage(number, (page) => pictureOf(page, boxes)));
  if (a === undefined && b === undefined) return undefined;
  return a === undefined || b === undefined || !isSame(a, b);
}

function compareOpen(
  documents: Both,
  except: PagesToCompare['except'],
  deadline: number,
): Omit<PagesCompared, 'covered'> {
  const differing: number[] = [];
  const notCompared: number[] = [];
  for (const number of pageNumbers({ pages: Math.max(...documents.map(({ pages }) => pages)) })) {
    const boxes = except.filter(({ page }) => page === number).map(({ box }) => box);
    const isLate = performance.now() > deadline;
    const isOther = isLate ? undefined : differs(documents, number, boxes);
    if (isOther === undefined) notCompared.push(number);
    else if (isOther) differing.push(number);
  }
  return { differing, notCompared };
}

function compareFor(
  pdfium: Pdfium,
  { before: first, after: second, except }: PagesToCompare,
  { fieldsFor, deadline }: { readonly fieldsFor: Medium; readonly deadline: number },
): Omit<PagesCompared, 'covered'> | undefined {
  const before = openDocument(pdfium, { bytes: first, fieldsFor });
  const after = openDocument(pdfium, { bytes: second, fieldsFor });
  const compared = before && after && compareOpen([before, after], except, deadline);
  before?.close();
  after?.close();
  return compared;
}

const inOrder = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/**
 * Compares every page of both states pixel by pixel, on screen and printed. Pages not drawn within
 * `ms` milliseconds are in `notCompared`. Undefined if PDFium cannot open a state. Throws if PDFium
 * runs out of memory; then end the process.
 */
export function comparePages(
  pdfium: Pdfium,
  pages: PagesToCompare,
  ms: number,
): PagesCompared | undefined {
  const deadline = performance.now() + ms;
  const { before, added = [] } = pages;
  const covered = added.length === 0 ? [] : pagesCovered(pdfium, before, added);
  const compared = MEDIA.map((fieldsFor) => compareFor(pdfium, pages, { fieldsFor, deadline }));
  if (covered === undefined || compared.some((one) => one === undefined)) return undefined;
  return {
    differing: inOrder(compared.flatMap((one) => one?.differing ?? [])),
    covered: inOrder(covered),
    notCompared: inOrder(compared.flatMap((one) => one?.notCompared ?? [])),
  };
}

export type PageComparer = (pages: PagesToCompare) => Promise<PagesCompared | undefined>;

/** Allows `ms` milliseconds per file. PDFium loads from `wasm` with the first file. */
export function pageComparer(wasm: URL, ms: number): PageComparer {
  let started: Promise<Pdfium> | undefined;
  return async (pages) => {
    try {
      started ??= readFile(wasm).then(startPdfium);
      return comparePages(await started, pages, ms);
    } catch {
      // After an exception, PDFium's memory is inconsistent.
      started = undefined;
      return undefined;
    }
  };
}
