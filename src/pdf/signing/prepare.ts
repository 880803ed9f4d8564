import { createHash } from 'node:crypto';
import type { PDF, PdfObject, PdfRef } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { dateObject, formStream, numberArray, readName, textObject } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { drawAppearance } from './appearance.ts';
import { isSigned, MARK_STATE, topFields, widgetName } from './form-fields.ts';
import type { FieldRect } from './geometry.ts';
import { pageBox, place } from './geometry.ts';
import { inOutputColours } from './output-colours.ts';
import type { SignatureText } from './signature-lines.ts';
import { signatureLines } from './signature-lines.ts';

const FILL_IN_ONLY = 2;

function reference(method: string, parameters: Record<string, PdfObject>): PdfDict {
  const Type = PdfName.of('TransformParams');
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: PdfDict.of({ Type, V: PdfName.of('1.2'), ...parameters }),
  });
}

const isPartOf = (name: string, field: string) =>
  name === field || name.startsWith(`${field}_mark_`);

/** The empty signature fields of other signers, and their marks. */
function fieldsToCome(pdf: PDF, field: string): string[] {
  const fields = topFields(pdf);
  const isEmpty = ([name, dict]: [string, PdfDict]) =>
    name !== field && readName(pdf, dict.get('FT')) === 'Sig' && !dict.has('V');
  const owners = [...fields].filter(isEmpty).map(([name]) => name);
  return [...fields.keys()].filter((name) => owners.some((owner) => isPartOf(name, owner)));
}

/** Locks all fields except those still to be signed (ISO 32000-2, 12.8.2.4). */
function fieldMdp(pdf: PDF, field: string): PdfDict {
  const names = fieldsToCome(pdf, field);
  if (names.length === 0) return reference('FieldMDP', { Action: PdfName.of('All') });
  const Fields = new PdfArray(names.map(textObject));
  return reference('FieldMDP', { Action: PdfName.of('Exclude'), Fields });
}

/**
 * Limits later changes. The first signature permits only filling in fields (DocMDP, P 2), and each
 * one locks all fields except those of later signers (FieldMDP).
 */
function transforms(pdf: PDF, field: string, certify: boolean): PdfArray {
  const docMdp = reference('DocMDP', { P: PdfNumber.of(FILL_IN_ONLY) });
  return new PdfArray([...(certify ? [docMdp] : []), fieldMdp(pdf, field)]);
}

/** How the CMS is packed. CAdES requires signingCertificateV2 (ETSI EN 319 142-1). */
type SubFilter = 'ETSI.CAdES.detached' | 'adbe.pkcs7.detached';

export interface SignatureRequest extends SignatureText {
  readonly field: string;
  /** As given to `placeFields`, in the same order. */
  readonly rects: readonly FieldRect[];
  readonly fonts: Fonts;
  readonly test?: boolean | undefined;
  /** Room for the CMS in bytes. Default: 16384. */
  readonly reserve?: number | undefined;
  /** Default: ETSI.CAdES.detached. */
  readonly subFilter?: SubFilter | undefined;
}

export interface PreparedSignature {
  /** The whole file. All bytes outside the placeholder are final. */
  readonly bytes: Buffer;
  /** Offset of the placeholder's `<`. */
  readonly contentsAt: number;
  /** Size of the largest CMS that fits, in bytes. */
  readonly reserve: number;
  /** Of all bytes outside the placeholder, for the signer to sign; 64 hexadecimal digits. */
  readonly sha256: string;
}

const RESERVE = 16_384;
/** Ten digits, replaced once the offsets are known. */
const UNKNOWN_OFFSET = 9_999_999_999;

export const unknownRange = (): PdfArray =>
  numberArray([0, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET]);

function signatureDict(request: SignatureRequest, reserve: number): PdfDict {
  const entries: Record<string, PdfObject> = {
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(request.subFilter ?? 'ETSI.CAdES.detached'),
    ByteRange: unknownRange(),
    Contents: PdfString.fromBytes(new Uint8Array(reserve)),
    M: dateObject(request.date),
    Name: textObject(request.name),
  };
  if (request.reason !== undefined) entries.Reason = textObject(request.reason);
  return PdfDict.of(entries);
}

/** Boxes of the same size and rotation share an appearance. */
function appearances(pdf: PDF, request: SignatureRequest) {
  const { fonts, test = false } = request;
  const lines = signatureLines(request, fonts);
  const drawn = new Map<string, PdfRef>();
  return ({ width, height }: FieldRect, matrix: readonly number[]): PdfRef => {
    const key = [width, height, ...matrix].join();
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const operators = drawAppearance({ width, height, lines, test }, fonts).toString('latin1');
    const content = Buffer.from(inOutputColours(pdf, operators), 'latin1');
    const ref = pdf.register(formStream({ width, height, matrix, content }));
    drawn.set(key, ref);
    return ref;
  };
}

function fillWidgets(pdf: PDF, request: SignatureRequest, signature: PdfRef): void {
  const { field, rects } = request;
  const widgets = topFields(pdf);
  const pages = pdf.getPages();
  const appearanceOf = appearances(pdf, request);
  for (const [index, rect] of rects.entries()) {
    const name = widgetName(field, index);
    const widget = widgets.get(name);
    const page = pages[rect.page - 1];
    if (widget === undefined || page === undefined) {
      fail('NO_SUCH_FIELD', `there is no field ${name}`);
    }
    if (widget.has('V')) fail('ALREADY_SIGNED', `${field} is already signed`);
    const { matrix } = place(rect, pageBox(pdf, page));
    const appearance = appearanceOf(rect, matrix);
    const shown = widget.has('AS') ? PdfDict.of({ [MARK_STATE]: appearance }) : appearance;
    widget.set('AP', PdfDict.of({ N: shown }));
    if (index === 0) widget.set('V', signature);
  }
}

function onlyOffsetOf(token: string, bytes: Buffer, from: number): number {
  const at = bytes.indexOf(token, from, 'latin1');
  if (at < 0 || bytes.indexOf(token, at + 1, 'latin1') >= 0) {
    fail('PLACEHOLDER', 'the placeholder of the signature is not unique in the file');
  }
  return at;
}

/** Writes and hashes a byte range at or after `from`. Throws PdfError PLACEHOLDER. */
export function patchByteRange(bytes: Buffer, from: number, reserve: number): PreparedSignature {
  const offsets = `${UNKNOWN_OFFSET} ${UNKNOWN_OFFSET} ${UNKNOWN_OFFSET}`;
  const placeholder = `<${'0'.repeat(reserve * 2)}>`;
  const offsetsAt = onlyOffsetOf(offsets, bytes, from);
  const contentsAt = onlyOffsetOf(placeholder, bytes, from);
  const end = contentsAt + placeholder.length;
  const values = [contentsAt, end, bytes.length - end].map((value) => String(value).padEnd(10));
  bytes.write(values.join(' '), offsetsAt, 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, contentsAt));
  return { bytes, contentsAt, reserve, sha256: hash.update(bytes.subarray(end)).digest('hex') };
}

/**
 * Appends a revision that fills in one signer's widgets and leaves a placeholder for the CMS. Store
 * the result until the CMS arrives: preparing again gives other bytes. The revision has only the
 * signer's widgets, appearances and signature dictionary. The first signature also changes the
 * catalogue: it certifies the document, so that later changes may only fill in fields (DocMDP, P
 * 2). Throws PdfError NO_SUCH_FIELD, ALREADY_SIGNED, NOT_APPENDABLE or PLACEHOLDER.
 */
export async function prepareSignature(
  bytes: Buffer,
  request: SignatureRequest,
): Promise<PreparedSignature> {
  const reserve = request.reserve ?? RESERVE;
  const pdf = await loadPdf(bytes);
  const dict = signatureDict(request, reserve);
  const isFirst = !isSigned(pdf);
  dict.set('Reference', transforms(pdf, request.field, isFirst));
  const signature = pdf.register(dict);
  if (isFirst) pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: signature }));
  fillWidgets(pdf, request, signature);
  return patchByteRange(await appendUpdate(pdf, bytes), bytes.length, reserve);
}

/** Writes a CMS into the placeholder of a copy. Throws PdfError CMS_TOO_BIG. */
export function embedCms(
  { bytes, contentsAt, reserve }: Omit<PreparedSignature, 'sha256'>,
  cms: Uint8Array,
): Buffer {
  if (cms.length > reserve) {
    fail('CMS_TOO_BIG', `the CMS has ${cms.length} bytes, the placeholder ${reserve}`);
  }
  const signed = Buffer.from(bytes);
  signed.write(Buffer.from(cms).toString('hex'), contentsAt + 1, 'latin1');
  return signed;
}
