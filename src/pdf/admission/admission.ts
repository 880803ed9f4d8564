import type { PDF, PDFPage } from '@libpdf/core';
import { PdfError } from '../errors.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { readDict, readNumber, readObject } from '../objects.ts';
import { loadPdf } from '../pdf-file.ts';
import { arrangePdf } from '../signing/arrange.ts';
import { formFields } from '../signing/form-fields.ts';
import type { PageSize } from '../signing/geometry.ts';
import { inherited, pageBox, rotationOf } from '../signing/geometry.ts';
import { findActiveContent } from './active-content.ts';
import type { Admission, AdmissionRefusal } from './refusals.ts';
import { refuse } from './refusals.ts';
import { signOnTrial } from './trial.ts';

const HEADER_WITHIN = 1024;
const RESERVED = 'esign_';

function refusedForm(pdf: PDF): AdmissionRefusal | undefined {
  const catalog = pdf.getCatalog();
  if (readDict(pdf, catalog.get('AcroForm'))?.has('XFA')) return 'xfa';
  if (readObject(pdf, catalog.get('Perms')) !== undefined) return 'signed';
  for (const { dict, name, type } of formFields(pdf)) {
    if (type === 'Sig' && readObject(pdf, dict.get('V')) !== undefined) return 'signed';
    if (name.startsWith(RESERVED)) return 'reserved_field';
  }
  return undefined;
}

/** Readers number the pages differently if a page is listed twice or /Count is wrong. */
function refusedPageTree(pdf: PDF, maxPages: number): AdmissionRefusal | undefined {
  const pages = pdf.getPageCount();
  if (pages === 0) return 'no_pages';
  const root = readDict(pdf, pdf.getCatalog().get('Pages'));
  if (readNumber(pdf, root?.get('Count')) !== pages) return 'page_tree';
  return pages > maxPages ? 'too_many_pages' : undefined;
}

function sizeOf(pdf: PDF, page: PDFPage): PageSize | undefined {
  const unit = readNumber(pdf, page.dict.get('UserUnit')) ?? 1;
  const angle = readNumber(pdf, inherited(pdf, page, 'Rotate')) ?? 0;
  if (unit !== 1 || rotationOf(angle) === undefined) return undefined;
  const { width, height, rotate } = pageBox(pdf, page);
  return width > 0 && height > 0 ? { width, height, rotate } : undefined;
}

interface Admitting {
  /** Most pages of a document. */
  readonly maxPages: number;
  /** Loads the fonts, for values of a form that have no appearance. */
  readonly fonts: () => Promise<Fonts>;
}

/** Arranges and signs the PDF on trial, so that a file that was admitted can also be sent and signed. */
async function tryOut(pdf: PDF, { fonts }: Admitting, pages: PageSize[]): Promise<Admission> {
  try {
    const active = findActiveContent(pdf);
    if (active !== undefined) return refuse('active_content', active);
    const { bytes, fields } = await arrangePdf(pdf, { fonts });
    await signOnTrial(bytes);
    return { ok: true, pages, ...(fields.length > 0 && { hasForm: true }) };
  } catch (error) {
    const isValue = error instanceof PdfError && error.code === 'FORM_VALUE';
    return isValue ? refuse('form_value', error.message) : refuse('unreadable');
  }
}

/** Reads an upload strictly; run it in a worker, since a hostile file can take the process down. */
export async function inspectPdf(bytes: Buffer, admitting: Admitting): Promise<Admission> {
  if (bytes.length === 0) return refuse('empty');
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-')) return refuse('not_pdf');
  const pdf = await loadPdf(bytes).catch(() => undefined);
  if (pdf === undefined) return refuse('unreadable');
  if (pdf.isEncrypted) return refuse('encrypted');
  const refusal = refusedPageTree(pdf, admitting.maxPages) ?? refusedForm(pdf);
  if (refusal !== undefined) return refuse(refusal);
  const pages = pdf.getPages().map((page) => sizeOf(pdf, page));
  if (!pages.every((size) => size !== undefined)) return refuse('page_geometry');
  return await tryOut(pdf, admitting, pages);
}
