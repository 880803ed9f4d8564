import type { PDF } from '@libpdf/core';
import { PdfDict, PdfName } from '@libpdf/core';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { topFields } from '../signing/form-fields.ts';
import { placeFields } from '../signing/place-fields.ts';
import { checkRevision, openRevision } from '../verification/check-revision.ts';

const FIELD = 'esign_01';
const ANYWHERE = { page: 1, x: 0, y: 0, width: 1, height: 1 };

function fillIn(pdf: PDF): void {
  const signature = pdf.register(PdfDict.of({ Type: PdfName.of('Sig') }));
  pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));
  topFields(pdf).get(FIELD)?.set('V', signature);
}

/**
 * Places a field in a file that is ready to be sent, fills it in, and reads the revision as a verifier does: whatever is
 * accepted can also be signed. Throws Error when that fails.
 */
export async function signOnTrial(arranged: Buffer): Promise<void> {
  const placed = await placeFields(arranged, [{ field: FIELD, rects: [ANYWHERE] }]);
  const pdf = await loadPdf(placed);
  fillIn(pdf);
  const signed = await appendUpdate(pdf, placed);
  const revision = await openRevision(signed, placed.length);
  checkRevision({ ...revision, field: FIELD, isFirst: true });
}
