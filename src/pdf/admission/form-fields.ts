import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { readArray, readDict, readName, readText } from '../read-object.ts';

/** A field of the document's form, or one of a field's widgets. */
export interface FormField {
  readonly dict: PdfDict;
  /** The full name: those of all fields above, and its own (ISO 32000-2, 12.7.4.2). */
  readonly name: string;
  /** The field's type, inherited where it has none of its own. */
  readonly type: string | undefined;
}

type Parent = Omit<FormField, 'dict'>;

function* listed(pdf: PDF, list: PdfObject | undefined, parent: Parent): Generator<FormField> {
  for (const item of readArray(pdf, list) ?? []) {
    const dict = readDict(pdf, item);
    if (dict === undefined) continue;
    const name = [parent.name, readText(pdf, dict.get('T'))].filter((part) => part).join('.');
    yield { dict, name, type: readName(pdf, dict.get('FT')) ?? parent.type };
  }
}

/** Every field of the form, those within others too; one that is met again is passed over. */
export function* formFields(pdf: PDF): Generator<FormField> {
  const form = readDict(pdf, pdf.getCatalog().get('AcroForm'));
  const open = [...listed(pdf, form?.get('Fields'), { name: '', type: undefined })];
  const seen = new Set<PdfDict>();
  for (let field = open.pop(); field !== undefined; field = open.pop()) {
    if (seen.has(field.dict)) continue;
    seen.add(field.dict);
    yield field;
    for (const kid of listed(pdf, field.dict.get('Kids'), field)) open.push(kid);
  }
}
