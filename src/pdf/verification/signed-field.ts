import type { PDF, PdfDict } from '@libpdf/core';
import { PdfString } from '@libpdf/core';
import { readDict, readName, readNumbers, readObject, readText } from '../objects.ts';
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

export function signedFields(pdf: PDF): SignedField[] {
  const found: SignedField[] = [];
  for (const { dict, name, type } of formFields(pdf)) {
    const value = readDict(pdf, dict.get('V'));
    if (type === 'Sig' && value !== undefined) found.push(signedField(pdf, name, value));
  }
  return found;
}
