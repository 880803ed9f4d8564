import type { PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';

export type ComparedValue = PdfObject | null | undefined;

const MAX_DEPTH = 64;

/** Replaces the key in a destination, which shows a page but none of its contents. */
export const DESTINATION = '';

/** A dictionary that is no stream. */
export function isPlain(value: ComparedValue): value is PdfDict {
  return value instanceof PdfDict && !(value instanceof PdfStream);
}

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

/** References are equal if they name the same object. Throws RangeError if nested too deeply. */
export function equal(a: ComparedValue, b: ComparedValue, depth = 0): boolean {
  if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply');
  if (a === b) return true;
  return a?.type === b?.type && !!a && !!b && sameContents(a, b, depth + 1);
}

/** A reference, and the dictionary key it is under, or `DESTINATION` (ISO 32000-2, 12.3.2). */
export interface Reference {
  readonly id: number;
  readonly key: string;
}

type Part = { readonly value: ComparedValue; readonly key: string };

const isDestination = (array: PdfArray): boolean =>
  array.at(0) instanceof PdfRef && array.at(1) instanceof PdfName;

function partsOf({ value, key }: Part): Part[] {
  if (value instanceof PdfArray) {
    const own = isDestination(value) ? DESTINATION : key;
    return value.toArray().map((item) => ({ value: item, key: own }));
  }
  if (!(value instanceof PdfDict)) return [];
  return [...entriesOf(value)].map(([name, entry]) => ({ value: entry, key: name }));
}

/** Does not look into other objects; `key` is the key that the value itself is under. */
export function referencesIn(value: ComparedValue, key: string): Reference[] {
  const found: Reference[] = [];
  let level: readonly Part[] = [{ value, key }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply');
    for (const part of level) {
      if (part.value instanceof PdfRef) found.push({ id: part.value.objectNumber, key: part.key });
    }
    level = level.flatMap(partsOf);
  }
  return found;
}

export function numbersIn(value: ComparedValue): number[] {
  return referencesIn(value, DESTINATION).map(({ id }) => id);
}
