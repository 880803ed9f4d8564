import type { PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfRef, PdfStream, PdfString } from '@libpdf/core';

const MAX_DEPTH = 48;

function written(object: PdfObject | null | undefined, depth: number): string {
  if (depth > MAX_DEPTH) throw new RangeError('the object is nested too deeply');
  if (object instanceof PdfRef) return `${object.objectNumber} ${object.generation} R`;
  if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`;
  if (object instanceof PdfArray) {
    return `[${object
      .toArray()
      .map((item) => written(item, depth + 1))
      .join(' ')}]`;
  }
  if (object instanceof PdfDict) return writtenDict(object, depth);
  if (object && 'value' in object) return `${object.type}:${object.value}`;
  return object?.type ?? 'absent';
}

function writtenDict(dict: PdfDict, depth: number): string {
  const entries = [...dict].map(([key, value]) => `/${key.value} ${written(value, depth + 1)}`);
  const data = dict instanceof PdfStream ? Buffer.from(dict.data).toString('base64') : '';
  return `<<${entries.sort().join(' ')}>>${data}`;
}

/** Whether two objects say the same, whatever their spelling; references are compared, not followed. */
function sameObject(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return written(a, 0) === written(b, 0);
}

/** The keys that two dictionaries do not agree on. */
export function differingKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.keys(), ...b.keys()].map(({ value }) => value));
  return [...keys].filter((key) => !sameObject(a.get(key), b.get(key)));
}
