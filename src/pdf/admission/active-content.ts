import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict } from '@libpdf/core';
import { readName, readObject } from '../objects.ts';

/** Actions that run programs, send data or change the document (ISO 32000-2, 12.6.4). */
const ACTIONS = new Map([
  ['JavaScript', 'JavaScript'],
  ['Launch', 'an action that starts a program (Launch)'],
  ['ImportData', 'an action that imports form data (ImportData)'],
  ['SubmitForm', 'an action that sends form data (SubmitForm)'],
  ['Rendition', 'an action that plays media (Rendition)'],
  ['Movie', 'an action that plays media (Movie)'],
  ['Sound', 'an action that plays media (Sound)'],
]);

/** Annotations that run or play what they hold (ISO 32000-2, 12.5.6 and 13). */
const ANNOTATIONS = new Map([
  ['RichMedia', 'rich media'],
  ['Screen', 'rich media (Screen)'],
  ['Movie', 'rich media (Movie)'],
  ['Sound', 'rich media (Sound)'],
  ['3D', 'rich media (3D)'],
]);

function activeIn(pdf: PDF, dict: PdfDict): string | undefined {
  const named = (key: string, names: ReadonlyMap<string, string>) =>
    names.get(readName(pdf, dict.get(key)) ?? '');
  if (dict.has('JS')) return ACTIONS.get('JavaScript');
  if (readObject(pdf, dict.get('AA')) instanceof PdfDict) return 'additional actions (AA)';
  // An element of the structure tree may have a type of any name in /S.
  const action = dict.has('P') || dict.has('K') ? undefined : named('S', ACTIONS);
  return action ?? named('Subtype', ANNOTATIONS);
}

function partsOf(object: PdfObject): Iterable<PdfObject> {
  if (object instanceof PdfArray) return object.toArray();
  return object instanceof PdfDict ? Array.from(object, ([, value]) => value) : [];
}

/** Every dictionary that the catalogue leads to, streams included, each once. */
function reachableDicts(pdf: PDF): Iterable<PdfDict> {
  const seen = new Set<PdfDict | PdfArray>();
  const open: PdfObject[] = [pdf.getCatalog()];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const object = readObject(pdf, next);
    if (!(object instanceof PdfDict || object instanceof PdfArray) || seen.has(object)) continue;
    seen.add(object);
    for (const part of partsOf(object)) open.push(part);
  }
  return [...seen].filter((one) => one instanceof PdfDict);
}

/** The first active content that a document reaches from its catalogue, in words; undefined when there is none. */
export function findActiveContent(pdf: PDF): string | undefined {
  for (const dict of reachableDicts(pdf)) {
    const found = activeIn(pdf, dict);
    if (found !== undefined) return found;
  }
  return undefined;
}
