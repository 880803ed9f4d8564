import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfBool, PdfDict, PdfName } from '@libpdf/core';
import { fail, PdfError } from '../errors.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { readArray, readDict, readName, readNumber, readObject } from '../objects.ts';
import { balancedContent, plainStream } from './balanced-content.ts';
import { drawField } from './draw-field.ts';
import { fieldName } from './field-value.ts';
import { formOf } from './form-fields.ts';
import type { Box } from './geometry.ts';
import { inherited } from './geometry.ts';
import { oneLine } from './signature-lines.ts';
import {
  appearanceOf,
  isDrawnFromValue,
  isFilled,
  onLayer,
  placedAs,
  rectOf,
} from './widget-appearance.ts';

/** Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SHOWN = (1 << 1) | (1 << 5);

/** A form field that became part of its page. */
export interface FlatField {
  /** From 1. */
  readonly page: number;
  /** Fully qualified, on one line. */
  readonly name: string;
  /** In user space. */
  readonly box: Box;
  /** Drawn from its value: its appearance was missing or out of date. */
  readonly isDrawn: boolean;
  /** Has a value, which must be visible in its box. */
  readonly isFilled: boolean;
}

interface Form {
  readonly pdf: PDF;
  readonly fonts: () => Promise<Fonts>;
  /** Readers draw texts and choices from their values, despite their appearances. */
  readonly needsAppearances: boolean;
}

export const nameOf = ({ page, name }: Pick<FlatField, 'page' | 'name'>): string =>
  `the field “${name}” on page ${page}`;

async function drawNamed({ pdf, fonts }: Form, widget: PdfDict, field: FlatField) {
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

const isHidden = (pdf: PDF, widget: PdfDict): boolean =>
  ((readNumber(pdf, widget.get('F')) ?? 0) & NOT_SHOWN) !== 0;

/** A widget's appearance as page content; undefined if hidden or empty. */
async function shownBy(form: Form, widget: PdfDict, field: FlatField) {
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

async function flattenPage(form: Form, page: PDFPage, number: number): Promise<FlatField[]> {
  const { pdf, needsAppearances } = form;
  const widgets = widgetsOf(pdf, page);
  if (widgets.length === 0) return [];
  const others = annotationsOf(pdf, page).filter((one) => widgetOf(pdf, one) === undefined);
  page.dict.set('Annots', new PdfArray(others));
  const fields: FlatField[] = [];
  const drawn: string[] = [];
  const xObjects = ownXObjects(pdf, page);
  for (const widget of widgets) {
    const box = rectOf(pdf, widget.get('Rect'));
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
export async function flattenForm(pdf: PDF, fonts: Form['fonts']): Promise<FlatField[]> {
  const needs = readObject(pdf, formOf(pdf)?.get('NeedAppearances'));
  const needsAppearances = needs instanceof PdfBool && needs.value;
  const fields: FlatField[] = [];
  for (const [index, page] of pdf.getPages().entries()) {
    fields.push(...(await flattenPage({ pdf, fonts, needsAppearances }, page, index + 1)));
  }
  pdf.getCatalog().delete('AcroForm');
  return fields;
}
