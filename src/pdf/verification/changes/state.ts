import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { PdfRef } from '@libpdf/core';
import { readDict, readObject } from '../../objects.ts';
import type { ComparedValue } from './equal.ts';
import type { Appended } from './sections.ts';

/** The objects of a file after a signature, or at its end. */
export interface State {
  readonly trailer: PdfDict;
  get(id: number): PdfObject | undefined;
  read(value: ComparedValue): PdfObject | undefined;
  dict(value: ComparedValue): PdfDict | undefined;
}

function stateOf(trailer: PdfDict, get: State['get']): State {
  const source = { getObject: ({ objectNumber }: PdfRef) => get(objectNumber) ?? null };
  const read = (value: ComparedValue) => readObject(source, value);
  const dict = (value: ComparedValue) => readDict(source, value);
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
