import { deflateSync } from 'node:zlib';
import type { PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';

/** A PDF name, given without its slash. */
export function nameObject(value: string): PdfName {
  return PdfName.of(value);
}

/** A PDF number. */
export function numberObject(value: number): PdfNumber {
  return PdfNumber.of(value);
}

/** A PDF array of numbers. */
export function numberArray(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(value)));
}

/** A text string in hexadecimal form, so that what a person typed can never look like PDF syntax. */
export function textObject(value: string): PdfString {
  return new PdfString(PdfString.fromString(value).bytes, 'hex');
}

/** A PDF date in UTC: D:YYYYMMDDHHmmSSZ (ISO 32000-2, 7.9.4). */
export function dateObject(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return PdfString.fromString(`D:${digits}Z`);
}

/** What a form XObject draws: its box's size, its operators and, on rotated pages, its matrix. */
export type FormContent = {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
  readonly matrix?: readonly number[];
};

/** A form XObject that needs no resources, compressed. */
export function formStream(form: FormContent): PdfStream {
  const entries: [string, PdfObject][] = [
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Form')],
    ['BBox', numberArray([0, 0, form.width, form.height])],
    ['Resources', PdfDict.of({})],
    ['Filter', PdfName.of('FlateDecode')],
  ];
  if (form.matrix !== undefined) entries.push(['Matrix', numberArray(form.matrix)]);
  return new PdfStream(entries, new Uint8Array(deflateSync(form.content)));
}
