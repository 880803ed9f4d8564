import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfNumber } from '@libpdf/core';
import { readArray, readDict, readName, readObject, readText } from '../objects.ts';

/** The field of the service's own signature on a completion certificate. */
export const SEAL_FIELD = 'esign_seal';

export const OURS = /^esign_(?:\d\d|seal)$/;

export const RESERVED = 'esign_';

/** The only state of a mark, a push button. */
export const MARK_STATE = 'Off';

const SIGNATURES_EXIST = 1;
const APPEND_ONLY = 2;

export interface FormField {
  readonly dict: PdfDict;
  /** Fully qualified (ISO 32000-2, 12.7.4.2). */
  readonly name: string;
  /** May be inherited. */
  readonly type: string | undefined;
}

type Parent = Omit<FormField, 'dict'>;

export function formOf(pdf: PDF): PdfDict | undefined {
  return readDict(pdf, pdf.getCatalog().get('AcroForm'));
}

function* fieldsIn(pdf: PDF, list: PdfObject | undefined, parent: Parent): Generator<FormField> {
  for (const item of readArray(pdf, list) ?? []) {
    const dict = readDict(pdf, item);
    if (dict === undefined) continue;
    const name = [parent.name, readText(pdf, dict.get('T'))].filter((part) => part).join('.');
    yield { dict, name, type: readName(pdf, dict.get('FT')) ?? parent.type };
  }
}

function topLevel(pdf: PDF): Generator<FormField> {
  return fieldsIn(pdf, formOf(pdf)?.get('Fields'), { name: '', type: undefined });
}

/** All fields at any depth, each once. */
export function* formFields(pdf: PDF): Generator<FormField> {
  const open = [...topLevel(pdf)];
  const seen = new Set<PdfDict>();
  for (let field = open.pop(); field !== undefined; field = open.pop()) {
    if (seen.has(field.dict)) continue;
    seen.add(field.dict);
    yield field;
    for (const kid of fieldsIn(pdf, field.dict.get('Kids'), field)) open.push(kid);
  }
}

/** Top-level fields by name. The first of a name counts. */
export function topFields(pdf: PDF): Map<string, PdfDict> {
  const found = new Map<string, PdfDict>();
  for (const { dict, name } of topLevel(pdf)) {
    if (name !== '' && !found.has(name)) found.set(name, dict);
  }
  return found;
}

/** Whether the document has a signature or timestamp. If so, it can only grow. */
export function isSigned(pdf: PDF): boolean {
  return [...formFields(pdf)].some(
    ({ dict, type }) => type === 'Sig' && readObject(pdf, dict.get('V')) !== undefined,
  );
}

function createForm(pdf: PDF): PdfDict {
  const form = PdfDict.of({});
  pdf.getCatalog().set('AcroForm', pdf.register(form));
  return form;
}

/** The form's fields, marked as containing signatures. Creates a missing form. */
export function openSignatureForm(pdf: PDF): PdfArray {
  const form = formOf(pdf) ?? createForm(pdf);
  form.set('SigFlags', PdfNumber.of(SIGNATURES_EXIST + APPEND_ONLY));
  if (!isSigned(pdf)) form.delete('NeedAppearances');
  const existing = readArray(pdf, form.get('Fields'));
  const fields = existing ?? new PdfArray([]);
  if (existing === undefined) form.set('Fields', fields);
  return fields;
}

/** The signature field for the first rectangle, marks for the others. */
export function widgetName(field: string, index: number): string {
  return index === 0 ? field : `${field}_mark_${String(index + 1).padStart(2, '0')}`;
}
