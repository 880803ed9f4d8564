import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { PdfString } from '@libpdf/core';
import { readArray, readDict, readName, readNumber, readObject, readText } from '../objects.ts';
import { formOf } from './form-fields.ts';

/** Field flags (ISO 32000-2, tables 226, 227, 228, 231 and 233). */
export const FLAG = {
  readOnly: 1 << 0,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  comb: 1 << 24,
} as const;

/** Characters that readers don't show. Joiners shape their neighbours. */
const INVISIBLE = /(?![\s\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
const MAX_DEPTH = 32;
/** The form's entries are defaults for its fields. */
const OF_THE_FORM: ReadonlySet<string> = new Set(['DA', 'Q']);

/** A widget, its parent field and so on (ISO 32000-2, 12.7.4.1). */
function lineage(pdf: PDF, widget: PdfDict): PdfDict[] {
  const fields: PdfDict[] = [];
  let node: PdfDict | undefined = widget;
  for (let depth = 0; node !== undefined && depth < MAX_DEPTH; depth++) {
    fields.push(node);
    node = readDict(pdf, node.get('Parent'));
  }
  return fields;
}

/** Its own entry, or the one it inherits from a parent or the form. */
export function fieldEntry(pdf: PDF, widget: PdfDict, key: string): PdfObject | undefined {
  for (const field of lineage(pdf, widget)) {
    const value = readObject(pdf, field.get(key));
    if (value !== undefined) return value;
  }
  return OF_THE_FORM.has(key) ? readObject(pdf, formOf(pdf)?.get(key)) : undefined;
}

/** The fully qualified name (ISO 32000-2, 12.7.4.2). */
export function fieldName(pdf: PDF, widget: PdfDict): string {
  const names = lineage(pdf, widget).map((field) => readText(pdf, field.get('T')));
  return names.reverse().filter(Boolean).join('.');
}

export function hasFlag(pdf: PDF, widget: PdfDict, flag: keyof typeof FLAG): boolean {
  return ((readNumber(pdf, fieldEntry(pdf, widget, 'Ff')) ?? 0) & FLAG[flag]) !== 0;
}

export interface Option {
  readonly label: string;
  readonly isChosen: boolean;
}

function valuesOf(pdf: PDF, widget: PdfDict): string[] {
  const value = fieldEntry(pdf, widget, 'V');
  const values = value instanceof PdfString ? [value] : (readArray(pdf, value) ?? []);
  return [...values].map((one) => readText(pdf, one) ?? '');
}

export function optionsOf(pdf: PDF, widget: PdfDict): Option[] {
  const values = new Set(valuesOf(pdf, widget));
  return [...(readArray(pdf, fieldEntry(pdf, widget, 'Opt')) ?? [])].map((option) => {
    const [exported, shown] = readArray(pdf, option) ?? [option, option];
    const label = readText(pdf, shown) ?? '';
    return { label, isChosen: values.has(readText(pdf, exported) ?? '') || values.has(label) };
  });
}

/** A text or choice field's value as shown; may be empty. */
export function shownValue(pdf: PDF, widget: PdfDict): string {
  const labels = new Map<string, string>();
  for (const option of readArray(pdf, fieldEntry(pdf, widget, 'Opt')) ?? []) {
    const [exported, label] = readArray(pdf, option) ?? [];
    labels.set(readText(pdf, exported) ?? '', readText(pdf, label) ?? '');
  }
  const shown = valuesOf(pdf, widget).map((text) => labels.get(text) ?? text);
  const text = shown.join(', ').replace(INVISIBLE, '');
  return hasFlag(pdf, widget, 'password') ? '*'.repeat([...text].length) : text;
}

/** The normal appearance, or those of all states (ISO 32000-2, 12.5.5). */
export function normalAppearance(pdf: PDF, widget: PdfDict): PdfDict | undefined {
  return readDict(pdf, readDict(pdf, widget.get('AP'))?.get('N'));
}

/** A button's state; undefined if the value does not say which of several is on. */
export function stateOf(pdf: PDF, widget: PdfDict): string | undefined {
  const own = readName(pdf, widget.get('AS'));
  if (own !== undefined) return own;
  const value = readName(pdf, fieldEntry(pdf, widget, 'V'));
  if (value === undefined || value === 'Off') return 'Off';
  const states = normalAppearance(pdf, widget);
  if (states !== undefined) return states.has(value) ? value : 'Off';
  const siblings = readArray(pdf, readDict(pdf, widget.get('Parent'))?.get('Kids'))?.length ?? 1;
  return widget.has('V') || siblings === 1 ? value : undefined;
}
