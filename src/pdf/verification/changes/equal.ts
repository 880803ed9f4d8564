import type { PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfRef, PdfStream, PdfString } from '@libpdf/core';

/** A value that may be absent. */
export type Value = PdfObject | null | undefined;

const MAX_DEPTH = 64;

/** The entries of a dictionary by name. */
export function entriesOf(dict: PdfDict): Map<string, PdfObject> {
  return new Map([...dict].map(([key, value]) => [key.value, value]));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function sameDicts(a: PdfDict, b: PdfDict, depth: number): boolean {
  if (a instanceof PdfStream && b instanceof PdfStream && !sameBytes(a.data, b.data)) return false;
  const [left, right] = [entriesOf(a), entriesOf(b)];
  const isSame = ([key, value]: [string, PdfObject]) => equal(value, right.get(key), depth);
  return left.size === right.size && [...left].every(isSame);
}

function sameArrays(a: PdfArray, b: PdfArray, depth: number): boolean {
  return a.length === b.length && a.toArray().every((item, at) => equal(item, b.at(at), depth));
}

function sameScalars(a: PdfObject, b: PdfObject): boolean {
  return 'value' in a && 'value' in b ? a.value === b.value : a.type === 'null';
}

function sameContents(a: PdfObject, b: PdfObject, depth: number): boolean {
  if (a instanceof PdfRef && b instanceof PdfRef) {
    return a.objectNumber === b.objectNumber && a.generation === b.generation;
  }
  if (a instanceof PdfString && b instanceof PdfString) return sameBytes(a.bytes, b.bytes);
  if (a instanceof PdfArray && b instanceof PdfArray) return sameArrays(a, b, depth);
  if (a instanceof PdfDict && b instanceof PdfDict) return sameDicts(a, b, depth);
  return sameScalars(a, b);
}

/**
 * Whether two values are written alike; references are equal if they name the same object, and are not followed. Throws
 * RangeError if they are nested too deeply.
 */
export function equal(a: Value, b: Value, depth = 0): boolean {
  if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply');
  if (a === b) return true;
  return a?.type === b?.type && !!a && !!b && sameContents(a, b, depth + 1);
}

function partsOf(value: Value): readonly PdfObject[] {
  if (value instanceof PdfArray) return value.toArray();
  return value instanceof PdfDict ? [...entriesOf(value).values()] : [];
}

/** The numbers of the objects that a value refers to directly. */
export function numbersIn(value: Value): number[] {
  const found: number[] = [];
  let level: readonly Value[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply');
    for (const one of level) if (one instanceof PdfRef) found.push(one.objectNumber);
    level = level.flatMap(partsOf);
  }
  return found;
}
