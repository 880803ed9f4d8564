import { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { fail } from '../errors.ts';
import { numberArray, readArray, textObject } from '../objects.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { openSignatureForm, topFields } from '../signing/form-fields.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import { patchByteRange, unknownRange } from '../signing/prepare.ts';
import { TIMESTAMP } from '../verification/byte-range.ts';

const PRINT_AND_LOCKED = 132;

function freeName(taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const name = `timestamp_${String(number).padStart(2, '0')}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Appends an invisible field with a placeholder for a timestamp over the whole file (ETSI EN 319
 * 142-1, 5.4.3). `reserve` is in bytes. Throws PdfError NOT_APPENDABLE, PLACEHOLDER or
 * NO_SUCH_PAGE.
 */
export async function prepareTimestamp(file: Buffer, reserve: number): Promise<PreparedSignature> {
  const pdf = await loadPdf(file);
  const page = pdf.getPages()[0] ?? fail('NO_SUCH_PAGE', 'the document has no page');
  const value = pdf.register(
    PdfDict.of({
      Type: PdfName.of('DocTimeStamp'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of(TIMESTAMP),
      ByteRange: unknownRange(),
      Contents: PdfString.fromBytes(new Uint8Array(reserve)),
    }),
  );
  const field = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: textObject(freeName(topFields(pdf))),
      Rect: numberArray([0, 0, 0, 0]),
      F: PdfNumber.of(PRINT_AND_LOCKED),
      P: page.ref,
      V: value,
    }),
  );
  openSignatureForm(pdf).push(field);
  const annotations = readArray(pdf, page.dict.get('Annots'));
  if (annotations) annotations.push(field);
  else page.dict.set('Annots', new PdfArray([field]));
  return patchByteRange(await appendUpdate(pdf, file), file.length, reserve);
}
