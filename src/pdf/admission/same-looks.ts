import { PdfName } from '@libpdf/core';
import { savePdf } from '../pdf-file.ts';
import type { FieldsToCompare } from '../reading/compare-fields.ts';
import { compareFields } from '../reading/compare-fields.ts';
import type { PagesToCompare } from '../reading/compare-looks.ts';
import { comparePages } from '../reading/compare-looks.ts';
import { openDocument } from '../reading/open-pages.ts';
import type { Pdfium } from '../reading/pdfium.ts';
import type { FlatField } from '../signing/flatten-form.ts';
import { nameOf, widgetsOf } from '../signing/flatten-form.ts';
import { pagesToCompare } from '../verification/compare-pictures.ts';
import type { ReadingTools } from './admission.ts';
import { readIntact } from './earlier.ts';
import { arrangePdf, loadUpload } from './load-upload.ts';

/** Pages not drawn by then are not compared. */
const DRAWING_MS = 1000;

/** PDFium draws no widgets, but does draw other annotations with appearance, flags and layer. */
async function withStamps(bytes: Buffer, { repair }: ReadingTools): Promise<Buffer> {
  const { pdf } = await loadUpload(bytes, repair);
  for (const page of pdf.getPages()) {
    for (const widget of widgetsOf(pdf, page)) widget.set('Subtype', PdfName.of('Stamp'));
  }
  return await savePdf(pdf, { incremental: true });
}

/** The document as PDFium shows it before and after its fields are flattened. */
export async function formStates(
  bytes: Buffer,
  tools: ReadingTools,
): Promise<FieldsToCompare<FlatField>> {
  const { pdf } = await loadUpload(bytes, tools.repair);
  const { bytes: after, fields } = await arrangePdf(pdf, { fonts: tools.fonts });
  return { before: await withStamps(bytes, tools), after, fields };
}

/** Names the first field or page that flattening would change visibly; null if there is none. */
export function findChange(pdfium: Pdfium, states: FieldsToCompare<FlatField>): string | null {
  const found = compareFields(pdfium, states, DRAWING_MS);
  if (found === undefined) return null;
  const where = found.field ? nameOf(found.field) : `page ${found.page}`;
  return `${where}: it would look different`;
}

/** The document at its first signature and now; undefined if nothing was added. */
export async function signedStates(bytes: Buffer): Promise<PagesToCompare | undefined> {
  const { states, isPlaced } = await readIntact(bytes);
  const pages = await pagesToCompare(bytes, states);
  return pages && { ...pages, added: isPlaced ? (pages.added ?? []) : [] };
}

/** The first page that looks different from when first signed, or where something was covered. */
export function findCovered(pdfium: Pdfium, states: PagesToCompare): string | null {
  const compared = comparePages(pdfium, states, DRAWING_MS);
  const [page] = [...(compared?.differing ?? []), ...(compared?.covered ?? [])];
  return page === undefined ? null : `page ${page}`;
}

/** A damaged file, rewritten as PDFium reads it; undefined if PDFium cannot open it. */
export function copyPdf(pdfium: Pdfium, file: Buffer): Buffer | undefined {
  const document = openDocument(pdfium, { bytes: file });
  const copy = document?.write();
  document?.close();
  return copy;
}

/**
 * As `copyPdf`, but undefined unless every page of the copy looks the same. Only the worker's
 * limits bound the drawing: a busy machine must not make a file seem damaged.
 */
export function repairPdf(pdfium: Pdfium, file: Buffer): Buffer | undefined {
  const after = copyPdf(pdfium, file);
  if (after === undefined) return undefined;
  const pages = { before: file, after, except: [] };
  const compared = comparePages(pdfium, pages, Number.POSITIVE_INFINITY);
  const isSame = compared?.differing.length === 0 && compared.notCompared.length === 0;
  return isSame ? after : undefined;
}
