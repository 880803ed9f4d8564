import type { PDF } from '@libpdf/core';
import { PdfArray, PdfDict } from '@libpdf/core';
import { readArray, readDict, readText } from '../read-object.ts';
import { numberObject } from '../write-object.ts';

/** The field of the service's own signature on what it issues. */
export const SEAL_FIELD = 'esign_seal';

const SIGNATURES_EXIST = 1;
const APPEND_ONLY = 2;

function formOf(pdf: PDF): PdfDict {
  const catalog = pdf.getCatalog();
  const existing = readDict(pdf, catalog.get('AcroForm'));
  if (existing !== undefined) return existing;
  const form = PdfDict.of({});
  catalog.set('AcroForm', pdf.register(form));
  return form;
}

/** The list of fields of the document's form, made ready for signatures; the form is made if there is none. */
export function openSignatureForm(pdf: PDF): PdfArray {
  const form = formOf(pdf);
  form.set('SigFlags', numberObject(SIGNATURES_EXIST + APPEND_ONLY));
  form.delete('NeedAppearances');
  const existing = readArray(pdf, form.get('Fields'));
  if (existing !== undefined) return existing;
  const fields = new PdfArray([]);
  form.set('Fields', fields);
  return fields;
}

/** The form's top-level fields by name; changes nothing. */
export function topFields(pdf: PDF): Map<string, PdfDict> {
  const form = readDict(pdf, pdf.getCatalog().get('AcroForm'));
  const found = new Map<string, PdfDict>();
  for (const item of readArray(pdf, form?.get('Fields')) ?? []) {
    const field = readDict(pdf, item);
    const name = readText(pdf, field?.get('T'));
    if (field !== undefined && name !== undefined && !found.has(name)) found.set(name, field);
  }
  return found;
}

/** The field name of a signer's rectangle: the signature on the first (index 0), marks on the others. */
export function widgetName(field: string, index: number): string {
  return index === 0 ? field : `${field}_mark_${String(index + 1).padStart(2, '0')}`;
}
