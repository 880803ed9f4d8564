import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { deflateSync } from '../platform/zlib.ts';

type Value = PdfObject | null | undefined;
type Source = Pick<PDF, 'getObject'>;

const MAX_INDIRECTION = 32;

/** Follows references; undefined if the object is missing or refers to itself. */
export function readObject(pdf: Source, value: Value): PdfObject | undefined {
  let current = value;
  for (let step = 0; current instanceof PdfRef; step++) {
    if (step === MAX_INDIRECTION) return undefined;
    current = pdf.getObject(current);
  }
  return current ?? undefined;
}

export function readDict(pdf: Source, value: Value): PdfDict | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfDict ? object : undefined;
}

export function readArray(pdf: PDF, value: Value): PdfArray | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfArray ? object : undefined;
}

export function readNumber(pdf: PDF, value: Value): number | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfNumber ? object.value : undefined;
}

/** Undefined if any item is not a number. */
export function readNumbers(pdf: PDF, value: Value): number[] | undefined {
  const numbers = readArray(pdf, value)
    ?.toArray()
    .map((item) => readNumber(pdf, item));
  return numbers?.every((item) => item !== undefined) ? numbers : undefined;
}

/** Without the slash. */
export function readName(pdf: PDF, value: Value): string | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfName ? object.value : undefined;
}

export function readText(pdf: PDF, value: Value): string | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfString ? object.asString() : undefined;
}

export function numberArray(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(value)));
}

/** In hexadecimal, so that no user input can read as PDF syntax. */
export function textObject(value: string): PdfString {
  return new PdfString(PdfString.fromString(value).bytes, 'hex');
}

/** In UTC: D:YYYYMMDDHHmmSSZ (ISO 32000-2, 7.9.4). */
export function dateObject(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return PdfString.fromString(`D:${digits}Z`);
}

/** A form XObject. `matrix` is for rotated pages. */
export type FormContent = {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
  readonly matrix?: readonly number[];
};

/** A compressed form XObject without resources. */
export function formStream({ width, height, content, matrix }: FormContent): PdfStream {
  const entries: [string, PdfObject][] = [
    ['Type', PdfName.of('XObject')],
    ['Subtype', PdfName.of('Form')],
    ['BBox', numberArray([0, 0, width, height])],
    ['Resources', PdfDict.of({})],
    ['Filter', PdfName.of('FlateDecode')],
  ];
  if (matrix !== undefined) entries.push(['Matrix', numberArray(matrix)]);
  return new PdfStream(entries, new Uint8Array(deflateSync(content)));
}
