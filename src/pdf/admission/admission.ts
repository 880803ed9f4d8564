import type { PDFPage } from '@libpdf/core';
import { PDF } from '@libpdf/core';
import { readDict, readNumber, readObject } from '../read-object.ts';
import type { PageSize } from '../signing/geometry.ts';
import { inherited, pageBox, rotationOf } from '../signing/geometry.ts';
import { formFields } from './form-fields.ts';
import { rewrite } from './normalise.ts';

/** Why an upload was refused. */
export type AdmissionRefusal =
  | 'empty'
  | 'not_pdf'
  | 'unreadable'
  | 'encrypted'
  | 'no_pages'
  | 'page_tree'
  | 'too_many_pages'
  | 'xfa'
  | 'signed'
  | 'reserved_field'
  | 'page_geometry'
  | 'timeout'
  | 'memory'
  | 'crash';

/** Whether an upload is taken: its pages as displayed, or why not (the message is for people). */
export type Admission =
  | { readonly ok: true; readonly pages: PageSize[] }
  | { readonly ok: false; readonly reason: AdmissionRefusal; readonly message: string };

const MESSAGES: Readonly<Record<AdmissionRefusal, string>> = {
  empty: 'The file is empty. Choose the PDF again.',
  not_pdf: 'The file is not a PDF: its header is missing. Export the document as a PDF.',
  unreadable: 'The file cannot be read as a PDF: it is damaged or cut short. Export it again.',
  encrypted:
    'The PDF is encrypted. Save a copy without password and restrictions, and upload that.',
  no_pages: 'The PDF has no pages. Export the document again.',
  page_tree: 'The PDF counts its pages wrongly, so that readers disagree on them. Export it again.',
  too_many_pages: 'The PDF has too many pages. Split it into several documents.',
  xfa: 'The PDF holds an XFA form, whose pages readers show differently. Print it to a plain PDF.',
  signed: 'The PDF is already signed, and preparing it would break that. Upload the unsigned file.',
  reserved_field: 'The PDF has a form field named esign_…, a name kept for signatures. Rename it.',
  page_geometry:
    'A page of the PDF has an unusual unit, rotation or size. Print it to a plain PDF.',
  timeout: 'The PDF takes too long to read. Export it again, or print it to a plain PDF.',
  memory: 'The PDF takes too much memory to read. Export it again, or print it to a plain PDF.',
  crash: 'The PDF could not be read to its end. Export it again, or print it to a plain PDF.',
};

/** A refusal with its message. */
export function refuse(reason: AdmissionRefusal): Admission {
  return { ok: false, reason, message: MESSAGES[reason] };
}

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

/** A page listed twice, or a false /Count, makes readers number the pages differently. */
function refusedPageTree(pdf: PDF, maxPages: number): AdmissionRefusal | undefined {
  const pages = pdf.getPageCount();
  if (pages === 0) return 'no_pages';
  const root = readDict(pdf, pdf.getCatalog().get('Pages'));
  if (readNumber(pdf, root?.get('Count')) !== pages) return 'page_tree';
  return pages > maxPages ? 'too_many_pages' : undefined;
}

function sizeOf(pdf: PDF, page: PDFPage): PageSize | undefined {
  const unit = readNumber(pdf, page.dict.get('UserUnit')) ?? 1;
  const turn = readNumber(pdf, inherited(pdf, page, 'Rotate')) ?? 0;
  if (unit !== 1 || rotationOf(turn) === undefined) return undefined;
  const { width, height, rotate } = pageBox(pdf, page);
  return width > 0 && height > 0 ? { width, height, rotate } : undefined;
}

async function load(bytes: Buffer): Promise<PDF | undefined> {
  try {
    return await PDF.load(bytes, { lenient: false });
  } catch {
    return undefined;
  }
}

/** Whether all that the pages hang on can be read: what is found out here does not fail when it is sent. */
async function canBeRewritten(pdf: PDF): Promise<boolean> {
  try {
    await rewrite(pdf);
    return true;
  } catch {
    return false;
  }
}

/** Reads an upload strictly; run it only where it may take the process down with it. */
export async function inspectPdf(bytes: Buffer, maxPages: number): Promise<Admission> {
  if (bytes.length === 0) return refuse('empty');
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-')) return refuse('not_pdf');
  const pdf = await load(bytes);
  if (pdf === undefined) return refuse('unreadable');
  if (pdf.isEncrypted) return refuse('encrypted');
  const refusal = refusedPageTree(pdf, maxPages) ?? refusedForm(pdf);
  if (refusal !== undefined) return refuse(refusal);
  const pages = pdf.getPages().map((page) => sizeOf(pdf, page));
  if (!pages.every((size) => size !== undefined)) return refuse('page_geometry');
  return (await canBeRewritten(pdf)) ? { ok: true, pages } : refuse('unreadable');
}
