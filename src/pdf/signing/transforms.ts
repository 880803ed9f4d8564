import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber } from '@libpdf/core';
import { readName, textObject } from '../objects.ts';
import { topFields } from './form-fields.ts';

const FILL_IN_ONLY = 2;

function reference(method: string, parameters: Record<string, PdfObject>): PdfDict {
  const Type = PdfName.of('TransformParams');
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: PdfDict.of({ Type, V: PdfName.of('1.2'), ...parameters }),
  });
}

const isPartOf = (name: string, field: string) =>
  name === field || name.startsWith(`${field}_mark_`);

/** The empty signature fields of other signers, and their marks. */
function fieldsToCome(pdf: PDF, field: string): string[] {
  const fields = topFields(pdf);
  const isEmpty = ([name, dict]: [string, PdfDict]) =>
    name !== field && readName(pdf, dict.get('FT')) === 'Sig' && !dict.has('V');
  const owners = [...fields].filter(isEmpty).map(([name]) => name);
  return [...fields.keys()].filter((name) => owners.some((owner) => isPartOf(name, owner)));
}

/** Locks all fields except those still to be signed (ISO 32000-2, 12.8.2.4). */
function fieldMdp(pdf: PDF, field: string): PdfDict {
  const names = fieldsToCome(pdf, field);
  if (names.length === 0) return reference('FieldMDP', { Action: PdfName.of('All') });
  const Fields = new PdfArray(names.map(textObject));
  return reference('FieldMDP', { Action: PdfName.of('Exclude'), Fields });
}

/**
 * Limits later changes. The first signature permits only filling in fields (DocMDP, P 2), and each
 * one locks all fields except those of later signers (FieldMDP).
 */
export function transforms(pdf: PDF, field: string, certify: boolean): PdfArray {
  const docMdp = reference('DocMDP', { P: PdfNumber.of(FILL_IN_ONLY) });
  return new PdfArray([...(certify ? [docMdp] : []), fieldMdp(pdf, field)]);
}
