import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { readDict, readNumber, readNumbers, readObject } from '../objects.ts';

/** Clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

/** As displayed, after rotation and inside the crop box, in points. */
export type SheetSize = {
  readonly width: number;
  readonly height: number;
  readonly rotate: Rotation;
};

/** On the page as displayed: points, origin bottom left, `page` from 1. */
export type FieldRect = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The signature field is on the first rectangle, marks on the others. */
export type SignatureField = {
  readonly field: string;
  readonly rects: readonly FieldRect[];
  /** Who signs there, for screen readers. */
  readonly signer?: string | undefined;
};

/** Left, bottom, right, top in user space. */
export type Box = readonly [number, number, number, number];

export type PageBox = SheetSize & { readonly crop: Box };

const LETTER: Box = [0, 0, 612, 792];
const MAX_TREE_DEPTH = 64;

const MATRICES: Readonly<Record<Rotation, readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

/** Counter-clockwise, so that content is upright on a page of that rotation. */
export const turnedBy = (rotate: Rotation): readonly number[] => MATRICES[rotate];

/** A page's own or inherited attribute (ISO 32000-2, 7.7.3.4). */
export function inherited(pdf: PDF, page: PDFPage, key: string): PdfObject | undefined {
  let node = readDict(pdf, page.dict);
  for (let depth = 0; node !== undefined && depth < MAX_TREE_DEPTH; depth++) {
    const value = readObject(pdf, node.get(key));
    if (value !== undefined) return value;
    node = readDict(pdf, node.get('Parent'));
  }
  return undefined;
}

/** Undefined unless it has four numbers. */
export function boxOf(pdf: PDF, value: PdfObject | undefined): Box | undefined {
  const [x0, y0, x1, y1] = readNumbers(pdf, value) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined)
    return undefined;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

const hasArea = ([left, bottom, right, top]: Box): boolean => right > left && top > bottom;

function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

/** Undefined unless the angle is a multiple of 90. */
export function rotationOf(angle: number): Rotation | undefined {
  const turned = ((angle % 360) + 360) % 360;
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : undefined;
}

export function pageBox(pdf: PDF, page: PDFPage): PageBox {
  const media = boxOf(pdf, inherited(pdf, page, 'MediaBox')) ?? LETTER;
  const shown = boxOf(pdf, inherited(pdf, page, 'CropBox'));
  // Viewers show the whole page if the box is empty.
  const crop = shown && hasArea(shown) ? overlap(media, shown) : media;
  const rotate = rotationOf(readNumber(pdf, inherited(pdf, page, 'Rotate')) ?? 0) ?? 0;
  const across = crop[2] - crop[0];
  const up = crop[3] - crop[1];
  const isSideways = rotate === 90 || rotate === 270;
  return { crop, rotate, width: isSideways ? up : across, height: isSideways ? across : up };
}

function rectOf(rect: FieldRect, { crop, rotate }: PageBox): Box {
  const { x, y, width, height } = rect;
  const [x0, y0, x1, y1] = crop;
  switch (rotate) {
    case 0:
      return [x0 + x, y0 + y, x0 + x + width, y0 + y + height];
    case 90:
      return [x1 - y - height, y0 + x, x1 - y, y0 + x + width];
    case 180:
      return [x1 - x - width, y1 - y - height, x1 - x, y1 - y];
    case 270:
      return [x0 + y, y1 - x - width, x0 + y + height, y1 - x];
  }
}

/** A displayed rectangle as /Rect, and the matrix that keeps its appearance upright. */
export function place(rect: FieldRect, box: PageBox): { rect: Box; matrix: readonly number[] } {
  return { rect: rectOf(rect, box), matrix: MATRICES[box.rotate] };
}
