import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfBool, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import {
  numberArray,
  readArray,
  readDict,
  readName,
  readNumber,
  readNumbers,
  readObject,
} from '../objects.ts';
import { fail, PdfError } from '../pdf-errors.ts';
import { pdfNumber } from '../pdf-file.ts';
import { balancedContent, plainStream } from './balanced-content.ts';
import { drawField } from './draw-field.ts';
import { fieldEntry, fieldName, normalAppearance, shownValue, stateOf } from './field-value.ts';
import { formOf } from './form-fields.ts';
import type { Box } from './geometry.ts';
import { boxOf, inherited } from './geometry.ts';
import { oneLine } from './signature-lines.ts';

/** The state's appearance (ISO 32000-2, 12.5.5). Readers show none that has no box. */
function appearanceOf(pdf: PDF, widget: PdfDict): PdfStream | undefined {
  const normal = normalAppearance(pdf, widget);
  const isOne = normal === undefined || normal instanceof PdfStream;
  const shown = isOne ? normal : readObject(pdf, normal.get(stateOf(pdf, widget) ?? 'Off'));
  if (!(shown instanceof PdfStream)) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0] = boxOf(pdf, shown.get('BBox')) ?? [];
  return left < right && bottom < top ? shown : undefined;
}

/**
 * Whether readers draw the widget from its value: it has no appearance, or the form calls those of
 * texts and choices out of date. A button with appearances for other states only shows nothing.
 */
function isDrawnFromValue(pdf: PDF, widget: PdfDict, needsAppearances: boolean): boolean {
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
  const [x0, y0, x1, y1] = boxOf(pdf, appearance.get('BBox')) ?? [0, 0, 0, 0];
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

interface PlacedWidget {
  readonly appearance: PdfStream;
  readonly box: Box;
}

function placedAs(pdf: PDF, { appearance, box }: PlacedWidget, name: string): string {
  const matrix = placementOf(pdf, appearance, box).map(pdfNumber).join(' ');
  return `q ${matrix} cm /${name} Do Q\n`;
}

/** The appearance, visible only while a layer is shown (ISO 32000-2, 8.11.3.3). */
function onLayer(pdf: PDF, placed: PlacedWidget, layer: PdfObject): PdfStream {
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

/** Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SHOWN = (1 << 1) | (1 << 5);

export interface FlatField {
  /** From 1. */
  readonly page: number;
  /** Fully qualified, on one line. */
  readonly name: string;
  readonly box: Box;
  /** Drawn from its value: its appearance was missing or out of date. */
  readonly isDrawn: boolean;
  /** Has a value, which must be visible in its box. */
  readonly isFilled: boolean;
}

interface FlattenedForm {
  readonly pdf: PDF;
  readonly fonts: () => Promise<Fonts>;
  /** Readers draw texts and choices from their values, despite their appearances. */
  readonly needsAppearances: boolean;
}

export const nameOf = ({ page, name }: Pick<FlatField, 'page' | 'name'>): string =>
  `the field “${name}” on page ${page}`;

async function drawNamed({ pdf, fonts }: FlattenedForm, widget: PdfDict, field: FlatField) {
  const [left, bottom, right, top] = field.box;
  const [width, height] = [right - left, top - bottom];
  if (width === 0 || height === 0) return undefined;
  try {
    return await drawField({ pdf, widget, fonts, width, height });
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return fail(error.code, `${nameOf(field)}: ${error.message}`);
  }
}

export const isHidden = (pdf: PDF, widget: PdfDict): boolean =>
  ((readNumber(pdf, widget.get('F')) ?? 0) & NOT_SHOWN) !== 0;

/** A widget's appearance as page content; undefined if hidden or empty. */
async function shownBy(form: FlattenedForm, widget: PdfDict, field: FlatField) {
  const { pdf } = form;
  if (isHidden(pdf, widget)) return undefined;
  const appearance = field.isDrawn
    ? await drawNamed(form, widget, field)
    : appearanceOf(pdf, widget);
  appearance?.set('Subtype', PdfName.of('Form'));
  const layer = widget.get('OC');
  return appearance && layer ? onLayer(pdf, { appearance, box: field.box }, layer) : appearance;
}

/** Copies the page's resources and their XObjects, which pages may share. */
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

/** Draws after the page's own content and isolated from it. */
function appendContent(pdf: PDF, page: PDFPage, content: string): void {
  const parts = balancedContent(pdf, page);
  const stream = (operators: string) => plainStream(pdf, Buffer.from(operators, 'latin1'));
  const isolated = [stream('q\n'), ...parts, stream(`\nQ\n${content}`)];
  page.dict.set('Contents', new PdfArray(isolated));
}

const annotationsOf = (pdf: PDF, page: PDFPage): PdfObject[] =>
  readArray(pdf, page.dict.get('Annots'))?.toArray() ?? [];

function widgetOf(pdf: PDF, annotation: PdfObject): PdfDict | undefined {
  const dict = readDict(pdf, annotation);
  return dict && readName(pdf, dict.get('Subtype')) === 'Widget' ? dict : undefined;
}

export function widgetsOf(pdf: PDF, page: PDFPage): PdfDict[] {
  const widgets = annotationsOf(pdf, page).map((one) => widgetOf(pdf, one));
  return widgets.filter((one) => one !== undefined);
}

async function flattenPage(
  form: FlattenedForm,
  page: PDFPage,
  number: number,
): Promise<FlatField[]> {
  const { pdf, needsAppearances } = form;
  const widgets = widgetsOf(pdf, page);
  if (widgets.length === 0) return [];
  const others = annotationsOf(pdf, page).filter((one) => widgetOf(pdf, one) === undefined);
  page.dict.set('Annots', new PdfArray(others));
  const fields: FlatField[] = [];
  const drawn: string[] = [];
  const xObjects = ownXObjects(pdf, page);
  for (const widget of widgets) {
    const box = boxOf(pdf, widget.get('Rect'));
    if (box === undefined) continue;
    const name = oneLine(fieldName(pdf, widget));
    const isShown = !isHidden(pdf, widget);
    const isDrawn = isShown && isDrawnFromValue(pdf, widget, needsAppearances);
    const field = { page: number, name, box, isDrawn, isFilled: isShown && isFilled(pdf, widget) };
    const appearance = await shownBy(form, widget, field);
    fields.push(field);
    if (appearance === undefined) continue;
    const xObject = freeName(xObjects);
    xObjects.set(xObject, pdf.register(appearance));
    drawn.push(placedAs(pdf, { appearance, box }, xObject));
  }
  if (drawn.length > 0) appendContent(pdf, page, drawn.join(''));
  return fields;
}

/**
 * Merges form fields into their pages, as they look, and removes the form, so that nobody can
 * change a field after signing. Draws values whose appearance is missing or out of date. Throws
 * PdfError FORM_VALUE, naming the field, if that is impossible.
 */
export async function flattenForm(pdf: PDF, fonts: FlattenedForm['fonts']): Promise<FlatField[]> {
  const needs = readObject(pdf, formOf(pdf)?.get('NeedAppearances'));
  const needsAppearances = needs instanceof PdfBool && needs.value;
  const fields: FlatField[] = [];
  for (const [index, page] of pdf.getPages().entries()) {
    fields.push(...(await flattenPage({ pdf, fonts, needsAppearances }, page, index + 1)));
  }
  pdf.getCatalog().delete('AcroForm');
  return fields;
}
