import type { PDFPage, PdfObject, PdfRef } from '@libpdf/core';
import { PDF, PdfArray, PdfDict } from '@libpdf/core';
import { fail } from '../errors.ts';
import { readArray } from '../read-object.ts';
import { formStream, nameObject, numberArray, numberObject, textObject } from '../write-object.ts';
import { append } from './append.ts';
import type { FieldRect, SignatureField } from './geometry.ts';
import { pageBox, place } from './geometry.ts';
import { openSignatureForm, widgetName } from './signature-form.ts';

const PRINT_AND_LOCKED = 132;
const READ_ONLY_PUSH_BUTTON = 65537;

function fieldEntries(field: string, index: number): Record<string, PdfObject> {
  const title = textObject(widgetName(field, index));
  if (index === 0) return { FT: nameObject('Sig'), T: title };
  return { FT: nameObject('Btn'), Ff: numberObject(READ_ONLY_PUSH_BUTTON), T: title };
}

function addWidget(pdf: PDF, page: PDFPage, widget: PdfDict): PdfRef {
  const ref = pdf.register(widget);
  const annotations = readArray(pdf, page.dict.get('Annots'));
  if (annotations === undefined) page.dict.set('Annots', new PdfArray([ref]));
  else annotations.push(ref);
  return ref;
}

function emptyWidget(pdf: PDF, page: PDFPage, rect: FieldRect): Record<string, PdfObject> {
  const blank = { width: rect.width, height: rect.height, content: Buffer.from('q Q') };
  return {
    Type: nameObject('Annot'),
    Subtype: nameObject('Widget'),
    Rect: numberArray(place(rect, pageBox(pdf, page)).rect),
    P: page.ref,
    F: numberObject(PRINT_AND_LOCKED),
    AP: PdfDict.of({ N: pdf.register(formStream(blank)) }),
  };
}

/**
 * Adds the empty fields of all signers in one unsigned revision: one signature field a signer, and a
 * read-only push button for each further rectangle, since a signature field has one widget only
 * (ISO 32000-2, 12.7.5.5). Later revisions then do no more than fill in. Throws PdfError NO_SUCH_PAGE.
 */
export async function preplace(bytes: Buffer, signers: readonly SignatureField[]): Promise<Buffer> {
  const pdf = await PDF.load(bytes, { lenient: false });
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
  return append(pdf, bytes);
}
