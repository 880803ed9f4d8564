import type { PDF } from '@libpdf/core';
import { PdfDict, PdfName } from '@libpdf/core';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { isSigned, topFields } from '../signing/form-fields.ts';
import { placeFields } from '../signing/place-fields.ts';
import { checkRevision, openRevision } from '../verification/check-revision.ts';

const FIELD = 'esign_01';
const ANYWHERE = { page: 1, x: 0, y: 0, width: 1, height: 1 };

/** Only a document's first signature certifies it. */
function fillIn(pdf: PDF, isFirst: boolean): void {
  const signature = pdf.register(PdfDict.of({ Type: PdfName.of('Sig') }));
  if (isFirst) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));
  topFields(pdf).get(FIELD)?.set('V', signature);
}

/** Signs on trial and checks the revision as a verifier does. Throws Error if that fails. */
export async function signOnTrial(arranged: Buffer): Promise<{ file: Buffer; field: string }> {
  const placed = await placeFields(arranged, [{ field: FIELD, rects: [ANYWHERE] }]);
  const pdf = await loadPdf(placed);
  const isFirst = !isSigned(pdf);
  fillIn(pdf, isFirst);
  const signed = await appendUpdate(pdf, placed);
  const revision = await openRevision(signed, placed.length);
  checkRevision({ ...revision, field: FIELD, isFirst });
  return { file: signed, field: FIELD };
}
