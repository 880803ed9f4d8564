import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';

type Value = PdfObject | null | undefined;

const MAX_INDIRECTION = 32;

/** Follows references to the object itself; undefined for a missing one or a loop. */
export function readObject(pdf: PDF, value: Value): PdfObject | undefined {
  let current = value;
  for (let step = 0; current instanceof PdfRef; step++) {
    if (step === MAX_INDIRECTION) return undefined;
    current = pdf.getObject(current);
  }
  return current ?? undefined;
}

/** The dictionary (or stream) behind a value. */
export function readDict(pdf: PDF, value: Value): PdfDict | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfDict ? object : undefined;
}

/** The array behind a value. */
export function readArray(pdf: PDF, value: Value): PdfArray | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfArray ? object : undefined;
}

/** The number behind a value. */
export function readNumber(pdf: PDF, value: Value): number | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfNumber ? object.value : undefined;
}

/** All numbers of an array; undefined when one of its items is none. */
export function readNumbers(pdf: PDF, value: Value): number[] | undefined {
  const numbers = readArray(pdf, value)
    ?.toArray()
    .map((item) => readNumber(pdf, item));
  return numbers?.every((item) => item !== undefined) ? numbers : undefined;
}

/** The name behind a value, without its slash. */
export function readName(pdf: PDF, value: Value): string | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfName ? object.value : undefined;
}

/** The text string behind a value, decoded. */
export function readText(pdf: PDF, value: Value): string | undefined {
  const object = readObject(pdf, value);
  return object instanceof PdfString ? object.asString() : undefined;
}
