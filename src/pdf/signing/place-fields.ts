import type { PDF, PDFPage, PdfObject, PdfRef } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber } from '@libpdf/core';
import { fail } from '../errors.ts';
import { formStream, numberArray, readArray, textObject } from '../objects.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { openSignatureForm, widgetName } from './form-fields.ts';
import type { FieldRect, SignatureField } from './geometry.ts';
import { pageBox, place } from './geometry.ts';

const PRINT_AND_LOCKED = 132;
const READ_ONLY_PUSH_BUTTON = 65537;

function fieldEntries(field: string, index: number): Record<string, PdfObject> {
  const T = textObject(widgetName(field, index));
  if (index === 0) return { FT: PdfName.of('Sig'), T };
  return { FT: PdfName.of('Btn'), Ff: PdfNumber.of(READ_ONLY_PUSH_BUTTON), T };
}

function emptyWidget(pdf: PDF, page: PDFPage, rect: FieldRect): Record<string, PdfObject> {
  const blank = { width: rect.width, height: rect.height, content: Buffer.from('q Q') };
  return {
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: numberArray(place(rect, pageBox(pdf, page)).rect),
    P: page.ref,
    F: PdfNumber.of(PRINT_AND_LOCKED),
    AP: PdfDict.of({ N: pdf.register(formStream(blank)) }),
  };
}

function addWidget(pdf: PDF, page: PDFPage, widget: PdfDict): PdfRef {
  const ref = pdf.register(widget);
  const annotations = readArray(pdf, page.dict.get('Annots'));
  if (annotations === undefined) page.dict.set('Annots', new PdfArray([ref]));
  else annotations.push(ref);
  return ref;
}

/**
 * Adds the empty fields of all signers in one unsigned revision, so that every later revision only fills
 * in a field. A signature field has a single widget (ISO 32000-2, 12.7.5.5): each further rectangle of a
 * signer gets a read-only push button, the mark. Throws PdfError NO_SUCH_PAGE.
 */
export async function placeFields(
  bytes: Buffer,
  signers: readonly SignatureField[],
): Promise<Buffer> {
  const pdf = await loadPdf(bytes);
  const fields = openSignatureForm(pdf);
  const pages = pdf.getPages();
  for (const { field, rects } of signers) {
    for (const [index, rect] of rects.entries()) {
      const page = pages[rect.page - 1];
      if (page === undefined) fail('NO_SUCH_PAGE', `there is no page ${rect.page}`);
      const entries = { ...emptyWidget(pdf, page, rect), ...fieldEntries(field, index) };
      fields.push(addWidget(pdf, page, PdfDict.of(entries)));
    }
  }
  return appendUpdate(pdf, bytes);
}
