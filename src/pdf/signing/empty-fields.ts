import type { PDF, PdfDict } from '@libpdf/core';
import { readName } from '../objects.ts';
import { fieldEntry, fieldName, hasFlag } from './field-value.ts';
import { isFilled, isHidden, widgetsOf } from './flatten-form.ts';

const FILLABLE = ['Tx', 'Ch', 'Btn'];

const isFillable = (pdf: PDF, widget: PdfDict): boolean =>
  FILLABLE.includes(readName(pdf, fieldEntry(pdf, widget, 'FT')) ?? '') &&
  !hasFlag(pdf, widget, 'readOnly') &&
  !hasFlag(pdf, widget, 'pushButton') &&
  !isHidden(pdf, widget);

/** How many of the form's fields a reader could have filled in, and nobody did. */
export function countEmptyFields(pdf: PDF): number {
  const widgets = pdf.getPages().flatMap((page) => widgetsOf(pdf, page));
  const fillable = widgets.filter((widget) => isFillable(pdf, widget));
  const names = (some: readonly PdfDict[]) => new Set(some.map((one) => fieldName(pdf, one)));
  // One button of a group is enough.
  const filled = names(fillable.filter((widget) => isFilled(pdf, widget)));
  return [...names(fillable)].filter((name) => !filled.has(name)).length;
}
