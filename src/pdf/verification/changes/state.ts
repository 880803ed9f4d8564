import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { PdfDict as Dict, PdfRef } from '@libpdf/core';
import type { ComparedValue } from './equal.ts';
import type { Appended } from './sections.ts';

/** The objects of a file after a signature, or at its end. */
export interface State {
  readonly trailer: PdfDict;
  get(id: number): PdfObject | undefined;
  read(value: ComparedValue): PdfObject | undefined;
  dict(value: ComparedValue): PdfDict | undefined;
}

const MAX_INDIRECTION = 32;

function stateOf(trailer: PdfDict, get: State['get']): State {
  const read = (value: ComparedValue): PdfObject | undefined => {
    let current = value;
    for (let step = 0; current instanceof PdfRef; step++) {
      if (step === MAX_INDIRECTION) return undefined;
      current = get(current.objectNumber);
    }
    return current ?? undefined;
  };
  const dict = (value: ComparedValue) => {
    const object = read(value);
    return object instanceof Dict ? object : undefined;
  };
  return { trailer, get, read, dict };
}

export function firstState(pdf: PDF): State {
  return stateOf(pdf.context.info.trailer, (id) => pdf.getObject(PdfRef.of(id, 0)) ?? undefined);
}

/** Reads objects that were not rewritten only once. */
export function nextState(before: State, { pdf, written }: Appended): State {
  return stateOf(pdf.context.info.trailer, (id) =>
    written.has(id) ? (pdf.getObject(PdfRef.of(id, 0)) ?? undefined) : before.get(id),
  );
}
