import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { fail } from '../errors.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { readArray, readDict, readName, readNumber, readNumbers, readObject } from '../objects.ts';
import { drawValue, fieldEntry, shownValue } from './field-value.ts';
import { inherited } from './geometry.ts';

/** Loads the fonts, when a value has to be drawn. */
type LoadFonts = () => Promise<Fonts>;

/** Annotation flags Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SHOWN = (1 << 1) | (1 << 5);

type Rect = readonly [left: number, bottom: number, right: number, top: number];

const rectOf = (pdf: PDF, value: PdfObject | undefined): Rect | undefined => {
  const [a, b, c, d] = readNumbers(pdf, value) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
};

/** The appearance of a widget's state (ISO 32000-2, 12.5.5). */
function appearanceOf(pdf: PDF, widget: PdfDict): PdfStream | undefined {
  const normal = readObject(pdf, readDict(pdf, widget.get('AP'))?.get('N'));
  if (normal instanceof PdfStream) return normal;
  if (!(normal instanceof PdfDict)) return undefined;
  const state = readObject(pdf, normal.get(readName(pdf, widget.get('AS')) ?? 'Off'));
  return state instanceof PdfStream ? state : undefined;
}

/** The value of a field without an appearance, drawn; undefined when it has none. */
async function drawnValue(
  pdf: PDF,
  widget: PdfDict,
  fonts: LoadFonts,
): Promise<PdfStream | undefined> {
  const type = readName(pdf, fieldEntry(pdf, widget, 'FT'));
  if (type === 'Btn' && !widget.has('AP')) {
    const state = readName(pdf, fieldEntry(pdf, widget, 'V')) ?? 'Off';
    if (state !== 'Off') fail('FORM_VALUE', 'a button of a form is on, and has no appearance');
  }
  if (type !== 'Tx' && type !== 'Ch') return undefined;
  const [left, bottom, right, top] = rectOf(pdf, widget.get('Rect')) ?? [0, 0, 0, 0];
  const [width, height] = [right - left, top - bottom];
  if (shownValue(pdf, widget) === '' || width <= 0 || height <= 0) return undefined;
  return drawValue(pdf, widget, { width, height, fonts: await fonts() });
}

/** The appearance of a widget; undefined when it is hidden or empty. */
async function shownBy(
  pdf: PDF,
  widget: PdfDict,
  fonts: LoadFonts,
): Promise<PdfStream | undefined> {
  if (((readNumber(pdf, widget.get('F')) ?? 0) & NOT_SHOWN) !== 0) return undefined;
  return appearanceOf(pdf, widget) ?? (await drawnValue(pdf, widget, fonts));
}

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Maps an appearance's box into the widget's rectangle (ISO 32000-2, 12.5.5, algorithm 8). */
function placementOf(pdf: PDF, appearance: PdfStream, [left, bottom, right, top]: Rect): Matrix {
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

/** The page's own copies of its resources and of the XObjects in them: pages may share both. */
function ownXObjects(pdf: PDF, page: PDFPage): PdfDict {
  const resources = new PdfDict(readDict(pdf, inherited(pdf, page, 'Resources')) ?? []);
  const xObjects = new PdfDict(readDict(pdf, resources.get('XObject')) ?? []);
  resources.set('XObject', xObjects);
  page.dict.set('Resources', resources);
  return xObjects;
}

function freeName(xObjects: PdfDict): string {
  let number = xObjects.size;
  while (xObjects.has(`Field${number}`)) number += 1;
  return `Field${number}`;
}

const plainStream = (pdf: PDF, content: string) =>
  pdf.register(new PdfStream([], new Uint8Array(Buffer.from(content, 'latin1'))));

/** Draws after the page's own content, which is isolated from it. */
function appendContent(pdf: PDF, page: PDFPage, content: string): void {
  const contents = page.dict.get('Contents');
  const parts = readArray(pdf, contents)?.toArray() ?? (contents ? [contents] : []);
  const [before, after] = [plainStream(pdf, 'q\n'), plainStream(pdf, `\nQ\n${content}`)];
  page.dict.set('Contents', new PdfArray([before, ...parts, after]));
}

async function flattenPage(pdf: PDF, page: PDFPage, fonts: LoadFonts): Promise<void> {
  const annotations = readArray(pdf, page.dict.get('Annots'))?.toArray() ?? [];
  const isWidget = (item: PdfObject) => {
    const dict = readDict(pdf, item);
    return dict !== undefined && readName(pdf, dict.get('Subtype')) === 'Widget';
  };
  const widgets = annotations.filter(isWidget).flatMap((item) => readDict(pdf, item) ?? []);
  if (widgets.length === 0) return;
  page.dict.set('Annots', new PdfArray(annotations.filter((item) => !isWidget(item))));
  const drawn: string[] = [];
  const xObjects = ownXObjects(pdf, page);
  for (const widget of widgets) {
    const rect = rectOf(pdf, widget.get('Rect'));
    const shown = rect && (await shownBy(pdf, widget, fonts));
    if (!rect || !shown) continue;
    shown.set('Subtype', PdfName.of('Form'));
    const name = freeName(xObjects);
    xObjects.set(name, pdf.register(shown));
    drawn.push(`q ${placementOf(pdf, shown, rect).join(' ')} cm /${name} Do Q\n`);
  }
  if (drawn.length > 0) appendContent(pdf, page, drawn.join(''));
}

/**
 * Makes the fields of a form part of their pages, as they look, and removes the form: nobody can fill in or change a field
 * after signing. A value without an appearance is drawn. Throws PdfError FORM_VALUE when that is impossible.
 */
export async function flattenForm(pdf: PDF, fonts: LoadFonts): Promise<void> {
  for (const page of pdf.getPages()) await flattenPage(pdf, page, fonts);
  pdf.getCatalog().delete('AcroForm');
}
