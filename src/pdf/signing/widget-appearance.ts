import type { PDF, PdfObject } from '@libpdf/core';
import { PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { numberArray, readName, readNumbers, readObject } from '../objects.ts';
import { pdfNumber } from '../pdf-number.ts';
import { fieldEntry, normalAppearance, shownValue, stateOf } from './field-value.ts';
import type { Box } from './geometry.ts';

export function rectOf(pdf: PDF, value: PdfObject | undefined): Box | undefined {
  const [a, b, c, d] = readNumbers(pdf, value) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** The state's appearance (ISO 32000-2, 12.5.5). Readers show none that has no box. */
export function appearanceOf(pdf: PDF, widget: PdfDict): PdfStream | undefined {
  const normal = normalAppearance(pdf, widget);
  const isOne = normal === undefined || normal instanceof PdfStream;
  const shown = isOne ? normal : readObject(pdf, normal.get(stateOf(pdf, widget) ?? 'Off'));
  if (!(shown instanceof PdfStream)) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0] = rectOf(pdf, shown.get('BBox')) ?? [];
  return left < right && bottom < top ? shown : undefined;
}

/**
 * Whether readers draw the widget from its value: it has no appearance, or the form calls those of
 * texts and choices out of date. A button with appearances for other states only shows nothing.
 */
export function isDrawnFromValue(pdf: PDF, widget: PdfDict, needsAppearances: boolean): boolean {
  const type = readName(pdf, fieldEntry(pdf, widget, 'FT'));
  const shown = appearanceOf(pdf, widget);
  if (type === 'Tx' || type === 'Ch') return needsAppearances || shown === undefined;
  if (normalAppearance(pdf, widget) === undefined) return true;
  return needsAppearances && shown === undefined && stateOf(pdf, widget) !== 'Off';
}

export function isFilled(pdf: PDF, widget: PdfDict): boolean {
  const type = readName(pdf, fieldEntry(pdf, widget, 'FT'));
  if (type === 'Btn') return stateOf(pdf, widget) !== 'Off';
  return type !== 'Sig' && shownValue(pdf, widget).trim() !== '';
}

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Maps an appearance's box into the widget's rectangle (ISO 32000-2, 12.5.5, algorithm 8). */
function placementOf(pdf: PDF, appearance: PdfStream, [left, bottom, right, top]: Box): Matrix {
  const [x0, y0, x1, y1] = rectOf(pdf, appearance.get('BBox')) ?? [0, 0, 0, 0];
  const given = readNumbers(pdf, appearance.get('Matrix')) ?? IDENTITY;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = given;
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const across = Math.max(...xs) - minX || 1;
  const up = Math.max(...ys) - minY || 1;
  const [scaleX, scaleY] = [(right - left) / across, (top - bottom) / up];
  return [scaleX, 0, 0, scaleY, left - minX * scaleX, bottom - minY * scaleY];
}

export interface Placed {
  readonly appearance: PdfStream;
  readonly box: Box;
}

export function placedAs(pdf: PDF, { appearance, box }: Placed, name: string): string {
  const matrix = placementOf(pdf, appearance, box).map(pdfNumber).join(' ');
  return `q ${matrix} cm /${name} Do Q\n`;
}

/** The appearance, visible only while a layer is shown (ISO 32000-2, 8.11.3.3). */
export function onLayer(pdf: PDF, placed: Placed, layer: PdfObject): PdfStream {
  const XObject = PdfDict.of({ Field: pdf.register(placed.appearance) });
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numberArray(placed.box),
    Resources: PdfDict.of({ XObject }),
    OC: layer,
  };
  const content = Buffer.from(placedAs(pdf, placed, 'Field'), 'latin1');
  return PdfStream.fromDict(entries, new Uint8Array(content));
}
