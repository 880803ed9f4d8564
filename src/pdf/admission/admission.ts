import type { PDF, PDFPage } from '@libpdf/core';
import { PdfDict, PdfName } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { readDict, readName, readNumber } from '../objects.ts';
import { fail, PdfError, problemOf } from '../pdf-errors.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { fieldEntry, fieldName, hasFlag } from '../signing/field-value.ts';
import { isFilled, isHidden, widgetsOf } from '../signing/flatten-form.ts';
import { formFields, isSigned, RESERVED, topFields } from '../signing/form-fields.ts';
import type { SheetSize } from '../signing/geometry.ts';
import { inherited, pageBox, rotationOf } from '../signing/geometry.ts';
import { placeFields } from '../signing/place-fields.ts';
import { checkRevision, openRevision } from '../verification/check-revision.ts';
import { findActiveContent } from './active-content.ts';
import type { EarlierSignature } from './earlier.ts';
import { checkKept, readIntact } from './earlier.ts';
import type { Repair } from './load-upload.ts';
import { arrangePdf, loadUpload } from './load-upload.ts';
import type { Admission, AdmissionRefusal } from './refusals.ts';
import { refuse } from './refusals.ts';

const FILLABLE = ['Tx', 'Ch', 'Btn'];

const isFillable = (pdf: PDF, widget: PdfDict): boolean =>
  FILLABLE.includes(readName(pdf, fieldEntry(pdf, widget, 'FT')) ?? '') &&
  !hasFlag(pdf, widget, 'readOnly') &&
  !hasFlag(pdf, widget, 'pushButton') &&
  !isHidden(pdf, widget);

/** How many of the form's fields a reader could have filled in, and nobody did. */
export function countEmptyFields(pdf: PDF): number {
  const widgets = pdf.getPages().flatMap((page) => widgetsOf(pdf, page));
  const fillable = widgets.filter((widget) => isFillable(pdf, widget));
  const names = (some: readonly PdfDict[]) => new Set(some.map((one) => fieldName(pdf, one)));
  // One button of a group is enough.
  const filled = names(fillable.filter((widget) => isFilled(pdf, widget)));
  return [...names(fillable)].filter((name) => !filled.has(name)).length;
}

const FIELD = 'esign_01';
const ANYWHERE = { page: 1, x: 0, y: 0, width: 1, height: 1 };

/** Only a document's first signature certifies it. */
function fillIn(pdf: PDF, isFirst: boolean): void {
  const signature = pdf.register(PdfDict.of({ Type: PdfName.of('Sig') }));
  if (isFirst) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));
  topFields(pdf).get(FIELD)?.set('V', signature);
}

/** Signs on trial and checks the revision as a verifier does. Throws Error if that fails. */
async function signOnTrial(arranged: Buffer): Promise<{ file: Buffer; field: string }> {
  const placed = await placeFields(arranged, [{ field: FIELD, rects: [ANYWHERE] }]);
  const pdf = await loadPdf(placed);
  const isFirst = !isSigned(pdf);
  fillIn(pdf, isFirst);
  const signed = await appendUpdate(pdf, placed);
  const revision = await openRevision(signed, placed.length);
  checkRevision({ ...revision, field: FIELD, isFirst });
  return { file: signed, field: FIELD };
}

interface SignedUpload {
  readonly active?: string | undefined;
  readonly signatures: readonly EarlierSignature[];
}

/** A signed file is never rewritten, so all its pages must be found in the file as it is. */
async function checkPages(bytes: Buffer, pages: number): Promise<void> {
  if ((await loadPdf(bytes)).getPageCount() === pages) return;
  fail('SIGNED_UNREADABLE', 'its pages are not listed as they should be');
}

async function trySigned(bytes: Buffer, pages: number): Promise<SignedUpload> {
  const intact = await readIntact(bytes);
  const { pdf, signatures } = intact;
  const own = [...formFields(pdf)].find(({ name }) => name.startsWith(RESERVED));
  if (own) fail('SIGNED_LOCKED', `it has the field ${own.name}, so it was signed here before`);
  const active = findActiveContent(pdf);
  if (active !== undefined) return { active, signatures };
  await checkPages(bytes, pages);
  const { file, field } = await signOnTrial(bytes);
  await checkKept(file, intact, field);
  return { signatures };
}

/** Judges an upload and signs it on trial by appending. Throws PdfError with a `SignedFault`. */
async function inspectSigned(bytes: Buffer, pages: number): Promise<SignedUpload> {
  try {
    return await trySigned(bytes, pages);
  } catch (error) {
    if (error instanceof PdfError && error.code.startsWith('SIGNED_')) throw error;
    return fail('SIGNED_UNREADABLE', problemOf(error).message);
  }
}

const HEADER_WITHIN = 1024;

function refusedForm(pdf: PDF): AdmissionRefusal | undefined {
  const catalog = pdf.getCatalog();
  if (readDict(pdf, catalog.get('AcroForm'))?.has('XFA')) return 'xfa';
  const permissions = readDict(pdf, catalog.get('Perms'));
  if ([...(permissions?.keys() ?? [])].some(({ value }) => value !== 'DocMDP')) return 'rights';
  if (isSigned(pdf)) return undefined;
  if (permissions) return 'rights';
  const isReserved = [...formFields(pdf)].some(({ name }) => name.startsWith(RESERVED));
  return isReserved ? 'reserved_field' : undefined;
}

/** Readers number pages differently if a page is listed twice or /Count is wrong. */
function refusedPageTree(pdf: PDF, maxPages: number): AdmissionRefusal | undefined {
  const pages = pdf.getPageCount();
  if (pages === 0) return 'no_pages';
  const root = readDict(pdf, pdf.getCatalog().get('Pages'));
  if (readNumber(pdf, root?.get('Count')) !== pages) return 'page_tree';
  return pages > maxPages ? 'too_many_pages' : undefined;
}

function sizeOf(pdf: PDF, page: PDFPage): SheetSize | AdmissionRefusal {
  // Only some viewers know UserUnit, and whether rectangles are in points or units is unclear.
  if ((readNumber(pdf, page.dict.get('UserUnit')) ?? 1) !== 1) return 'page_unit';
  const angle = readNumber(pdf, inherited(pdf, page, 'Rotate')) ?? 0;
  if (rotationOf(angle) === undefined) return 'page_rotation';
  const { width, height, rotate } = pageBox(pdf, page);
  if (width > 0 && height > 0) return { width, height, rotate };
  return inherited(pdf, page, 'CropBox') === undefined ? 'page_size' : 'page_crop';
}

export interface ReadingTools {
  /** For form values that have no appearance. */
  readonly fonts: () => Promise<Fonts>;
  /** Without it, damaged files are refused. */
  readonly repair?: Repair;
}

interface Admitting extends ReadingTools {
  readonly maxPages: number;
}

/** Arranges and signs the PDF on trial, so that every admitted file can be sent and signed. */
async function tryOut(
  pdf: PDF,
  { fonts }: Admitting,
): Promise<{ active?: string; hasForm: boolean }> {
  const { bytes, fields } = await arrangePdf(pdf, { fonts });
  const active = findActiveContent(pdf);
  if (active !== undefined) return { active, hasForm: true };
  await signOnTrial(bytes);
  return { hasForm: fields.length > 0 };
}

async function inspect(bytes: Buffer, admitting: Admitting): Promise<Admission> {
  const { pdf, isUnlocked, isRepaired } = await loadUpload(bytes, admitting.repair);
  const refusal = refusedPageTree(pdf, admitting.maxPages) ?? refusedForm(pdf);
  if (refusal !== undefined) return refuse(refusal);
  const sizes = pdf.getPages().map((page) => sizeOf(pdf, page));
  const odd = sizes.find((size) => typeof size === 'string');
  if (odd !== undefined) return refuse(odd);
  const pages = sizes.filter((size) => typeof size === 'object');
  const emptyFields = countEmptyFields(pdf);
  const seen = { ok: true, pages, isUnlocked, isRepaired, emptyFields } as const;
  if (isSigned(pdf)) {
    const { active, signatures } = await inspectSigned(bytes, pages.length);
    if (active !== undefined) return refuse('active_content', active);
    return { ...seen, hasForm: false, signatures };
  }
  const { active, hasForm } = await tryOut(pdf, admitting);
  return active === undefined
    ? { ...seen, hasForm, signatures: [] }
    : refuse('active_content', active);
}

/** Any other error means that part of the file cannot be read. */
const BY_CODE: ReadonlyMap<string, AdmissionRefusal> = new Map([
  ['ENCRYPTED', 'encrypted'],
  ['FORM_VALUE', 'form_value'],
  ['STREAM_SIZE', 'memory'],
  ['CUT_OFF', 'cut_off'],
  ['SIGNED_UNREADABLE', 'signed_unreadable'],
  ['SIGNED_ENCRYPTED', 'signed_encrypted'],
  ['SIGNED_BROKEN', 'signed_broken'],
  ['SIGNED_FILLED', 'signed_filled'],
  ['SIGNED_LOCKED', 'signed_locked'],
  ['SIGNED_OPEN', 'signed_open'],
]);

/** Reads an upload strictly. Run it in a worker: a hostile file can take the process down. */
export async function inspectPdf(bytes: Buffer, admitting: Admitting): Promise<Admission> {
  if (bytes.length === 0) return refuse('empty');
  if (!bytes.subarray(0, HEADER_WITHIN).includes('%PDF-')) return refuse('not_pdf');
  try {
    return await inspect(bytes, admitting);
  } catch (error) {
    const reason = error instanceof PdfError ? BY_CODE.get(error.code) : undefined;
    return refuse(reason ?? 'unreadable', error instanceof PdfError ? error.message : undefined);
  }
}
