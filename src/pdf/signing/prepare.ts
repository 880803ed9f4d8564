import { createHash } from 'node:crypto';
import type { PdfObject, PdfRef } from '@libpdf/core';
import { PDF, PdfArray, PdfDict, PdfString } from '@libpdf/core';
import { fail } from '../errors.ts';
import type { Fonts } from '../fonts/fonts.ts';
import {
  dateObject,
  formStream,
  nameObject,
  numberArray,
  numberObject,
  textObject,
} from '../write-object.ts';
import { drawAppearance } from './appearance.ts';
import { append } from './append.ts';
import type { FieldRect } from './geometry.ts';
import { pageBox, place } from './geometry.ts';
import { topFields, widgetName } from './signature-form.ts';
import { signatureLines } from './signature-lines.ts';

/** The two ways to pack a CMS: CAdES needs signingCertificateV2 in it (ETSI EN 319 142-1). */
type SubFilter = 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';

/** One signature to be prepared on a field that `preplace` made. */
export interface SignatureRequest {
  readonly field: string;
  /** The rectangles that the field was pre-placed with, in the same order. */
  readonly rects: readonly FieldRect[];
  /** The name that the sender gave; what the certificate says is known only after signing. */
  readonly name: string;
  readonly date: Date;
  readonly fonts: Fonts;
  /** Text of the boxes; made from name, date and reason when left out. */
  readonly lines?: readonly string[] | undefined;
  /** Shown instead of a name in a script that the font lacks. */
  readonly otherwise?: string | undefined;
  readonly reason?: string | undefined;
  /** Marks every box as TEST. */
  readonly test?: boolean | undefined;
  /** True for the document's first signature: later changes may only fill in fields (DocMDP, P 2). */
  readonly certify: boolean;
  /** Room for the CMS in bytes; 16384 unless told. */
  readonly reserve?: number | undefined;
  /** ETSI.CAdES.detached unless told. */
  readonly subFilter?: SubFilter | undefined;
}

/** A PDF with a hole for one signature. */
export interface PreparedSignature {
  /** The whole file; every byte but the hole's is final. */
  readonly bytes: Buffer;
  /** Offset of the hole's opening `<`. */
  readonly contentsAt: number;
  /** Largest CMS that fits, in bytes. */
  readonly reserve: number;
  /** SHA-256 of everything outside the hole, 64 hexadecimal digits: what the signer signs. */
  readonly sha256: string;
}

const RESERVE = 16_384;
const BIG = 9_999_999_999;
const FILL_IN_ONLY = 2;

function docMdp(): PdfArray {
  const parameters = { Type: nameObject('TransformParams'), P: numberObject(FILL_IN_ONLY) };
  const reference = PdfDict.of({
    Type: nameObject('SigRef'),
    TransformMethod: nameObject('DocMDP'),
    TransformParams: PdfDict.of({ ...parameters, V: nameObject('1.2') }),
  });
  return new PdfArray([reference]);
}

function signatureDict(request: SignatureRequest, reserve: number): PdfDict {
  const entries: Record<string, PdfObject> = {
    Type: nameObject('Sig'),
    Filter: nameObject('Adobe.PPKLite'),
    SubFilter: nameObject(request.subFilter ?? 'ETSI.CAdES.detached'),
    ByteRange: numberArray([0, BIG, BIG, BIG]),
    Contents: PdfString.fromBytes(new Uint8Array(reserve)),
    M: dateObject(request.date),
    Name: textObject(request.name),
  };
  if (request.reason !== undefined) entries.Reason = textObject(request.reason);
  if (request.certify) entries.Reference = docMdp();
  return PdfDict.of(entries);
}

/** Fills the form's widgets: equal boxes share one appearance. */
function fillWidgets(pdf: PDF, request: SignatureRequest, signature: PdfRef): void {
  const { field, fonts, test = false } = request;
  const widgets = topFields(pdf);
  const pages = pdf.getPages();
  const lines = request.lines ?? signatureLines(request, fonts);
  const drawn = new Map<string, PdfRef>();
  for (const [index, rect] of request.rects.entries()) {
    const widget = widgets.get(widgetName(field, index));
    const page = pages[rect.page - 1];
    if (widget === undefined || page === undefined) {
      fail('NO_SUCH_FIELD', `no field ${widgetName(field, index)} was placed`);
    }
    if (widget.has('V')) fail('ALREADY_SIGNED', `${field} is already signed`);
    const { width, height } = rect;
    const { matrix } = place(rect, pageBox(pdf, page));
    const key = [width, height, ...matrix].join();
    const appearance =
      drawn.get(key) ??
      pdf.register(
        formStream({
          width,
          height,
          matrix,
          content: drawAppearance({ width, height, lines, test }, fonts),
        }),
      );
    drawn.set(key, appearance);
    widget.set('AP', PdfDict.of({ N: appearance }));
    if (index === 0) widget.set('V', signature);
  }
}

function onlyHit(bytes: Buffer, token: string, from: number): number {
  const at = bytes.indexOf(token, from, 'latin1');
  if (at < 0 || bytes.indexOf(token, at + 1, 'latin1') >= 0) {
    fail('PLACEHOLDER', 'the place of the signature is not unique in the file');
  }
  return at;
}

function patchByteRange(bytes: Buffer, from: number, reserve: number): PreparedSignature {
  const ranges = `${BIG} ${BIG} ${BIG}`;
  const hole = `<${'0'.repeat(reserve * 2)}>`;
  const rangesAt = onlyHit(bytes, ranges, from);
  const contentsAt = onlyHit(bytes, hole, from);
  const end = contentsAt + hole.length;
  const values = [contentsAt, end, bytes.length - end].map((value) => String(value).padEnd(10));
  bytes.write(values.join(' '), rangesAt, 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, contentsAt));
  return { bytes, contentsAt, reserve, sha256: hash.update(bytes.subarray(end)).digest('hex') };
}

/**
 * Appends one signer's revision with an empty signature: boxes drawn, the hole left. Keep the result
 * until the CMS arrives: embedding is a patch, never a second rendering. Writes nothing but the
 * signer's own widgets, their appearances and the signature dictionary (certifying: the catalogue).
 * Throws PdfError (NO_SUCH_FIELD, ALREADY_SIGNED, NOT_APPENDABLE, PLACEHOLDER).
 */
export async function prepareSignature(
  bytes: Buffer,
  request: SignatureRequest,
): Promise<PreparedSignature> {
  const reserve = request.reserve ?? RESERVE;
  const pdf = await PDF.load(bytes, { lenient: false });
  const signature = pdf.register(signatureDict(request, reserve));
  if (request.certify) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));
  fillWidgets(pdf, request, signature);
  return patchByteRange(await append(pdf, bytes), bytes.length, reserve);
}
