import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { PdfDict as Dict, PdfRef } from '@libpdf/core';
import type { Value } from './equal.ts';
import type { Appended } from './sections.ts';

/** A state of a file: what it consists of after a signature, or at its end. */
export interface State {
  readonly trailer: PdfDict;
  /** An object by its number; undefined if there is none. */
  get(id: number): PdfObject | undefined;
  /** The object behind a value; undefined if there is none. */
  read(value: Value): PdfObject | undefined;
  /** The dictionary or stream behind a value. */
  dict(value: Value): PdfDict | undefined;
}

const MAX_INDIRECTION = 32;

function stateOf(trailer: PdfDict, get: State['get']): State {
  const read = (value: Value): PdfObject | undefined => {
    let current = value;
    for (let step = 0; current instanceof PdfRef; step++) {
      if (step === MAX_INDIRECTION) return undefined;
      current = get(current.objectNumber);
    }
    return current ?? undefined;
  };
  const dict = (value: Value) => {
    const object = read(value);
    return object instanceof Dict ? object : undefined;
  };
  return { trailer, get, read, dict };
}

/** The state that the first signature covers. */
export function firstState(pdf: PDF): State {
  return stateOf(pdf.context.info.trailer, (id) => pdf.getObject(PdfRef.of(id, 0)) ?? undefined);
}

/** The state after what was appended; what was not written is read only once. */
export function nextState(before: State, { pdf, written }: Appended): State {
  return stateOf(pdf.context.info.trailer, (id) =>
    written.has(id) ? (pdf.getObject(PdfRef.of(id, 0)) ?? undefined) : before.get(id),
  );
}
