import type { PDF, PDFPage, PdfObject, PdfRef, PdfString } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber } from '@libpdf/core';
import { formStream, numberArray, readArray, textObject } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { isSigned, MARK_STATE, openSignatureForm, widgetName } from './form-fields.ts';
import type { FieldRect, SignatureField } from './geometry.ts';
import { pageBox, place } from './geometry.ts';
import { oneLine } from './signature-lines.ts';
import type { AddedWidget } from './structure.ts';
import { tagWidgets } from './structure.ts';

const PRINT_AND_LOCKED = 132;
const READ_ONLY_PUSH_BUTTON = 65537;

function accessibleName(signer: string | undefined, index: number): PdfString {
  const signature = signer === undefined ? 'Signature' : `Signature of ${oneLine(signer)}`;
  return textObject(index === 0 ? signature : `${signature}, shown again`);
}

/** PDF/A wants states for buttons, even without any, and the appearance itself for other fields. */
function fieldEntries(name: string, index: number, blank: PdfRef): Record<string, PdfObject> {
  const T = textObject(name);
  if (index === 0) return { FT: PdfName.of('Sig'), T, AP: PdfDict.of({ N: blank }) };
  return {
    FT: PdfName.of('Btn'),
    Ff: PdfNumber.of(READ_ONLY_PUSH_BUTTON),
    T,
    AP: PdfDict.of({ N: PdfDict.of({ [MARK_STATE]: blank }) }),
    AS: PdfName.of(MARK_STATE),
  };
}

function widgetEntries(pdf: PDF, page: PDFPage, rect: FieldRect): Record<string, PdfObject> {
  return {
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: numberArray(place(rect, pageBox(pdf, page)).rect),
    P: page.ref,
    F: PdfNumber.of(PRINT_AND_LOCKED),
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
 * Adds all signers' empty fields in one unsigned revision, so that later revisions only fill in
 * fields. A signature field has one widget (ISO 32000-2, 12.7.5.5): a signer's further rectangles
 * get marks, read-only push buttons. A signed document gets signature fields only: its signatures
 * permit no buttons or structure elements. Throws PdfError NO_SUCH_PAGE, or NO_MARKS there.
 */
export async function placeFields(
  bytes: Buffer,
  signers: readonly SignatureField[],
): Promise<Buffer> {
  const pdf = await loadPdf(bytes);
  const isKept = isSigned(pdf);
  if (isKept && signers.some(({ rects }) => rects.length > 1)) {
    fail('NO_MARKS', 'a document that is signed can have one rectangle for each signer');
  }
  const fields = openSignatureForm(pdf);
  const pages = pdf.getPages();
  const added: AddedWidget[] = [];
  for (const { field, rects, signer } of signers) {
    for (const [index, rect] of rects.entries()) {
      const page = pages[rect.page - 1];
      if (page === undefined) fail('NO_SUCH_PAGE', `there is no page ${rect.page}`);
      const { width, height } = rect;
      const blank = pdf.register(formStream({ width, height, content: Buffer.from('q Q') }));
      const TU = accessibleName(signer, index);
      const entries = fieldEntries(widgetName(field, index), index, blank);
      const widget = PdfDict.of({ ...widgetEntries(pdf, page, rect), ...entries, TU });
      const ref = addWidget(pdf, page, widget);
      added.push({ ref, widget, page: page.ref, name: TU });
      fields.push(ref);
    }
  }
  if (!isKept) tagWidgets(pdf, added);
  return appendUpdate(pdf, bytes);
}
