import { coloursOf, pictureSize, pixelsOf } from './compare-looks.ts';
import type { OpenDocument, OpenPage } from './open-pages.ts';
import { openDocument } from './open-pages.ts';
import type { Pdfium } from './pdfium.ts';

interface ComparedField {
  /** From 1. */
  readonly page: number;
  /** Left, bottom, right, top in user space. */
  readonly box: readonly number[];
  /** We drew it from its value, so readers may show something else in its box. */
  readonly isDrawn: boolean;
  /** It has a value, which must be visible. */
  readonly isFilled: boolean;
}

export interface FieldsToCompare<T extends ComparedField> {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly fields: readonly T[];
}

/** A page that looks different, and the field if known. */
export interface Difference<T> {
  readonly page: number;
  readonly field?: T | undefined;
}

const PIXEL = 4;
/** The same appearance has slightly different smoothed edges once it is part of the page. */
const SAME_SHADE = 40;

interface Pictures {
  readonly columns: number;
  /** The page with annotations and fields. */
  readonly shown: Buffer;
  /** The content alone. Fields become part of it. */
  readonly content: Buffer;
  readonly areas: readonly Area[];
}

type Area = ReturnType<typeof pixelsOf>;

function picturesOf(page: OpenPage, fields: readonly ComparedField[]): Pictures {
  const size = pictureSize(page);
  return {
    columns: size.columns,
    shown: coloursOf(page, size),
    content: coloursOf(page, size, true),
    areas: fields.map(({ box }) => pixelsOf(page, box, size)),
  };
}

const isSame = (a: Buffer, b: Buffer, at: number): boolean => {
  for (let byte = at; byte < at + PIXEL - 1; byte++) {
    if (Math.abs((a[byte] ?? 0) - (b[byte] ?? 0)) > SAME_SHADE) return false;
  }
  return true;
};

const isInside = ({ left, right, top, bottom }: Area, column: number, row: number): boolean =>
  column >= left && column < right && row >= top && row < bottom;

function isEmpty({ left, right, top, bottom }: Area, before: Pictures, after: Pictures): boolean {
  for (let row = top; row < bottom; row++) {
    const [from, to] = [left, right].map((column) => (row * before.columns + column) * PIXEL);
    if (before.content.compare(after.content, from, to, from, to) !== 0) return false;
  }
  return true;
}

/** The first differing pixel outside fields that we drew from their values. */
function firstDifference(before: Pictures, after: Pictures, fields: readonly ComparedField[]) {
  const { columns, shown, areas } = before;
  const drawn = areas.filter((_, index) => fields[index]?.isDrawn);
  for (let at = 0; at < shown.length; at += PIXEL) {
    if (isSame(shown, after.shown, at)) continue;
    const [column, row] = [(at / PIXEL) % columns, Math.floor(at / PIXEL / columns)];
    if (!drawn.some((area) => isInside(area, column, row))) return { column, row };
  }
  return undefined;
}

function comparePage<T extends ComparedField>(
  documents: readonly OpenDocument[],
  number: number,
  fields: readonly T[],
): Difference<T> | undefined {
  const [before, after] = documents.map((one) =>
    one.readPage(number, (page) => picturesOf(page, fields)),
  );
  if (!before || !after) return undefined;
  const lost = fields.find(({ isDrawn, isFilled }, index) => {
    const area = before.areas[index];
    return isDrawn && isFilled && area && isEmpty(area, before, after);
  });
  if (lost) return { page: number, field: lost };
  if (before.shown.length !== after.shown.length) return { page: number };
  const found = firstDifference(before, after, fields);
  const field =
    found &&
    fields.find((_, index) => {
      const area = before.areas[index];
      return area && isInside(area, found.column, found.row);
    });
  return found && { page: number, field };
}

/**
 * Draws pages with fields as on screen and finds the first that differs beyond smoothed edges, or
 * hides a value we drew. Ignores pages that cannot be drawn, or not within `ms` milliseconds.
 * Throws if PDFium runs out of memory; then end the process.
 */
export function compareFields<T extends ComparedField>(
  pdfium: Pdfium,
  { before, after, fields }: FieldsToCompare<T>,
  ms: number,
): Difference<T> | undefined {
  const deadline = performance.now() + ms;
  const documents = [before, after].map((bytes) => openDocument(pdfium, { bytes }));
  const open = documents.filter((one) => one !== undefined);
  let found: Difference<T> | undefined;
  for (const number of new Set(fields.map(({ page }) => page))) {
    if (found || open.length < documents.length || performance.now() > deadline) break;
    const own = fields.filter(({ page }) => page === number);
    found = comparePage(open, number, own);
  }
  for (const document of open) document.close();
  return found;
}
