import type { PDF, PdfDict } from '@libpdf/core';
import { PdfString } from '@libpdf/core';
import { createHash } from '../../platform/crypto.ts';
import type { DigestName } from '../cms/algorithms.ts';
import { berElementAt } from '../cms/ber.ts';
import { readDict, readName, readNumbers, readObject, readText } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { formFields, topFields } from '../signing/form-fields.ts';

/** A signature as read from the form; nothing in it has been checked. */
export interface SignedField {
  /** The field's full name. */
  readonly field: string;
  readonly filter: string | undefined;
  readonly subFilter: string | undefined;
  readonly byteRange: readonly number[];
  readonly contents: Buffer;
  /** The time in /M. */
  readonly claimedAt: Date | null;
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/;

/** Null if it is not a PDF date (ISO 32000-2, 7.9.4). */
export function parsePdfDate(text: string | undefined): Date | null {
  const match = DATE.exec(text ?? '');
  if (match === null) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [, , , , , , , sign = '+', offsetHours = '00', offsetMinutes = '00'] = match;
  const zone = `${sign}${offsetHours}:${offsetMinutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function signedField(pdf: PDF, field: string, value: PdfDict): SignedField {
  const contents = readObject(pdf, value.get('Contents'));
  return {
    field,
    filter: readName(pdf, value.get('Filter')),
    subFilter: readName(pdf, value.get('SubFilter')),
    byteRange: readNumbers(pdf, value.get('ByteRange')) ?? [],
    contents: contents instanceof PdfString ? Buffer.from(contents.bytes) : Buffer.alloc(0),
    claimedAt: parsePdfDate(readText(pdf, value.get('M'))),
  };
}

/** The signature in a top-level field; undefined if there is none. */
export function readSignedField(pdf: PDF, field: string): SignedField | undefined {
  const dict = topFields(pdf).get(field);
  const value = readDict(pdf, dict?.get('V'));
  const isSignature = readName(pdf, dict?.get('FT')) === 'Sig';
  return isSignature && value !== undefined ? signedField(pdf, field, value) : undefined;
}

/** The end that a signature claims; a false claim makes the signature invalid. */
export const claimedEnd = ({ byteRange: [, , to = 0, length = 0] }: SignedField): number =>
  to + length;

export function signedFields(pdf: PDF): SignedField[] {
  const found: SignedField[] = [];
  for (const { dict, name, type } of formFields(pdf)) {
    const value = readDict(pdf, dict.get('V'));
    if (type === 'Sig' && value !== undefined) found.push(signedField(pdf, name, value));
  }
  return found;
}

/** The /SubFilter of a document timestamp (ETSI EN 319 142-1, 5.4.3). */
export const TIMESTAMP = 'ETSI.RFC3161';

/** The /SubFilter of a PAdES baseline signature (ETSI EN 319 142-1, 5.2). */
export const CADES = 'ETSI.CAdES.detached';

const SUB_FILTERS = [CADES, 'adbe.pkcs7.detached', TIMESTAMP];

/** The gap, which is /Contents with its `<` and `>`, and the end of the revision. */
export interface SignedRange {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

export interface SignedBytes extends SignedRange {
  readonly sha256: string;
  readonly cms: Buffer;
}

function contentsBetween(file: Buffer, from: number, to: number): Buffer {
  const text = file.toString('latin1', from, to);
  if (/^<[\da-f\s]*\s[\da-f\s]*>$/i.test(text)) {
    fail('CONTENTS_SPACE', 'its digits are separated by white space');
  }
  const [, hex] = /^<([\da-f]*)>$/i.exec(text) ?? [];
  if (hex === undefined) fail('BYTE_RANGE', 'the byte range excludes more than the signature');
  return Buffer.from(hex, 'hex');
}

/** Throws PdfError PADDING unless only zeros follow a CMS of this length. */
export function checkPadding(contents: Buffer, length: number): void {
  if (contents.subarray(length).some((byte) => byte !== 0)) {
    fail('PADDING', 'the padding behind the signature contains data');
  }
}

function cmsLength(contents: Buffer): number {
  try {
    return berElementAt(contents, 0).bytes.length;
  } catch {
    return 0;
  }
}

/** The CMS may itself end in zeros (BER), so its encoded length decides where padding begins. */
function cmsIn(contents: Buffer): Buffer {
  const length = cmsLength(contents);
  if (length === 0) fail('CMS_PARSE', 'the signature cannot be read');
  checkPadding(contents, length);
  return contents.subarray(0, length);
}

function rangeOf(byteRange: readonly number[], fileLength: number): SignedRange {
  const [start, from = 0, to = 0, length = 0] = byteRange;
  if (start !== 0 || byteRange.length !== 4) {
    fail('BYTE_RANGE', 'the byte range does not begin at the start of the file');
  }
  const end = to + length;
  const isOrdered = 0 < from && from + 2 <= to && to < end && end <= fileLength;
  if (!byteRange.every(Number.isInteger) || !isOrdered) {
    fail('BYTE_RANGE', 'the byte range is not valid');
  }
  return { from, to, end };
}

/**
 * Checks that a byte range covers everything from the start of the file to the end of its revision,
 * except the field's own /Contents (ISO 32000-2, 12.8.1). Throws PdfError SUB_FILTER, BYTE_RANGE or
 * CONTENTS_SPACE.
 */
export function readRange(file: Buffer, signed: SignedField): SignedRange {
  if (!SUB_FILTERS.includes(signed.subFilter ?? '') || signed.filter === undefined) {
    fail('SUB_FILTER', `signatures of type ${signed.subFilter ?? 'unknown'} are not supported`);
  }
  const range = rangeOf(signed.byteRange, file.length);
  if (!contentsBetween(file, range.from, range.to).equals(signed.contents)) {
    fail('BYTE_RANGE', "the byte range excludes something other than the field's signature");
  }
  return range;
}

/** The digest of the covered bytes, in hexadecimal digits. */
export function digestOf(file: Buffer, { from, to, end }: SignedRange, name: DigestName): string {
  const hash = createHash(name).update(file.subarray(0, from));
  return hash.update(file.subarray(to, end)).digest('hex');
}

/** Throws PdfError. */
export function readSignedBytes(file: Buffer, signed: SignedField): SignedBytes {
  const range = readRange(file, signed);
  const cms = cmsIn(signed.contents);
  return { ...range, sha256: digestOf(file, range, 'sha256'), cms };
}
