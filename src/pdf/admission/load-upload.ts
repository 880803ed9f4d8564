import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfRef } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { readArray, readDict, readObject } from '../objects.ts';
import { fail, PdfError } from '../pdf-errors.ts';
import { loadPdf, rewritePdf } from '../pdf-file.ts';
import type { FlatField } from '../signing/flatten-form.ts';
import { flattenForm } from '../signing/flatten-form.ts';
import { isSigned } from '../signing/form-fields.ts';
import type { SignaturePage } from '../signing/signature-page.ts';
import { appendSignaturePage } from '../signing/signature-page.ts';
import { endOf, loadChain, readUploadedChain } from '../verification/xref/chain.ts';
import { partsOf, removeFieldActions } from './active-content.ts';

/** Rewrites a node so that LibPDF finds it and its kids. Returns whether it changed. */
function completeNode(pdf: PDF, node: PdfDict): boolean {
  const kids = readArray(pdf, node.get('Kids'));
  const given = readObject(pdf, node.get('Type'));
  const isKnown = given instanceof PdfName && ['Page', 'Pages'].includes(given.value);
  const type = isKnown ? given : PdfName.of(kids ? 'Pages' : 'Page');
  const isDirect = (kid: PdfObject) => kid instanceof PdfDict;
  const isComplete = node.get('Type') === type && (!kids || node.get('Kids') === kids);
  if (isComplete && !kids?.toArray().some(isDirect)) return false;
  node.set('Type', type);
  if (!kids) return true;
  const refs = kids.toArray().map((kid) => (isDirect(kid) ? pdf.register(kid) : kid));
  node.set('Kids', new PdfArray(refs));
  return true;
}

/**
 * Lets LibPDF find every page: it needs /Type, references as kids and a direct /Kids array, whereas
 * viewers treat any node without kids as a page. Returns whether anything changed.
 */
function completePageTree(pdf: PDF): boolean {
  const catalog = pdf.getCatalog();
  const root = catalog.get('Pages');
  let isChanged = root instanceof PdfDict;
  if (root instanceof PdfDict) catalog.set('Pages', pdf.register(root));
  const seen = new Set<PdfDict>();
  const open: (PdfObject | undefined)[] = [root];
  while (open.length > 0) {
    const node = readDict(pdf, open.pop());
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    isChanged = completeNode(pdf, node) || isChanged;
    open.push(...(readArray(pdf, node.get('Kids'))?.toArray() ?? []));
  }
  return isChanged;
}

interface LoadedUpload {
  readonly pdf: PDF;
  /** It was encrypted and opened without a password; what is written is not encrypted. */
  readonly isUnlocked: boolean;
  /** It was damaged; `pdf` is the repaired copy. */
  readonly isRepaired: boolean;
}

/** `repairPdf`, where PDFium is available. */
export type Repair = (file: Buffer) => Promise<Buffer | undefined>;

/** LibPDF needs exact offsets, fields of up to 6 bytes, and a section near the end of the file. */
async function loadAsViewersDo(file: Buffer): Promise<PDF> {
  try {
    return await loadPdf(file);
  } catch (error) {
    if (error instanceof PdfError) throw error;
    return await loadChain(file, readUploadedChain(file));
  }
}

/** Whether it has pages, and everything that they refer to exists. */
function isWhole(pdf: PDF): boolean {
  const pages = pdf.getPages();
  if (pages.length === 0) return false;
  const open: PdfObject[] = pages.flatMap(({ dict }) => [...partsOf(dict)]);
  const seen = new Set<string>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const key = value instanceof PdfRef ? value.toString() : '';
    if (seen.has(key)) continue;
    if (key !== '') seen.add(key);
    const object = readObject(pdf, value);
    if (object === undefined) return false;
    open.push(...partsOf(object));
  }
  return true;
}

/** Like viewers, but not if the file was cut off, lacks something or was signed. */
async function loadRepaired(file: Buffer, repair: Repair, damage: unknown): Promise<PDF> {
  if (file.includes('/ByteRange')) fail('SIGNED_UNREADABLE', 'the file is damaged');
  if (endOf(file) === undefined) fail('CUT_OFF', 'the file was cut off');
  const repaired = await repair(file);
  const pdf = repaired && (await loadPdf(repaired));
  if (pdf === undefined || isSigned(pdf) || !isWhole(pdf)) throw damage;
  return pdf;
}

const isPolicy = (error: unknown): boolean =>
  error instanceof PdfError && ['ENCRYPTED', 'STREAM_SIZE'].includes(error.code);

/**
 * Loads an upload that will be rewritten: what is read may differ from the file's bytes. Without
 * `repair`, a damaged file is an error. Throws PdfError ENCRYPTED, UNREADABLE, STREAM_SIZE,
 * SIGNED_UNREADABLE or CUT_OFF, and LibPDF's errors.
 */
export async function loadUpload(bytes: Uint8Array, repair?: Repair): Promise<LoadedUpload> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isRepaired = false;
  const pdf = await loadAsViewersDo(file).catch((error: unknown) => {
    if (repair === undefined || isPolicy(error)) throw error;
    isRepaired = true;
    return loadRepaired(file, repair, error);
  });
  const { info } = pdf.context;
  const isUnlocked = info.isEncrypted;
  if (isUnlocked && !info.isAuthenticated) {
    fail('ENCRYPTED', 'the file does not open without a password');
  }
  // Otherwise LibPDF would encrypt what it writes.
  info.isEncrypted = false;
  const complete = completePageTree(pdf) ? await loadPdf(await rewritePdf(pdf)) : pdf;
  removeFieldActions(complete);
  return { pdf: complete, isUnlocked, isRepaired };
}

interface FieldArrangement {
  readonly fonts: () => Promise<Fonts>;
  readonly signaturePage?: SignaturePage | undefined;
}

interface Arranged {
  readonly bytes: Buffer;
  readonly fields: readonly FlatField[];
}

/** Returns a single revision. Throws PdfError FORM_VALUE, or Error if a part cannot be read. */
export async function arrangePdf(
  pdf: PDF,
  { fonts, signaturePage }: FieldArrangement,
): Promise<Arranged> {
  const fields = await flattenForm(pdf, fonts);
  if (signaturePage) appendSignaturePage(pdf, signaturePage);
  return { bytes: await rewritePdf(pdf), fields };
}
