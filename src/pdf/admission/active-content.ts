import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfStream } from '@libpdf/core';
import { readArray, readDict, readName, readObject, readText } from '../objects.ts';
import { widgetsOf } from '../signing/flatten-form.ts';
import { formFields } from '../signing/form-fields.ts';

const MAX_FIELD_DEPTH = 64;

/** Actions that run programs, send data, open files or change the PDF (ISO 32000-2, 12.6.4). */
const ACTIONS = new Map([
  ['JavaScript', 'JavaScript'],
  ['Launch', 'an action that starts a program (Launch)'],
  ['ImportData', 'an action that imports form data (ImportData)'],
  ['SubmitForm', 'an action that sends form data (SubmitForm)'],
  ['Rendition', 'an action that plays media (Rendition)'],
  ['Movie', 'an action that plays media (Movie)'],
  ['Sound', 'an action that plays media (Sound)'],
  ['GoToR', 'a link to another file (GoToR)'],
  ['GoToE', 'a link into an embedded file (GoToE)'],
]);

/** Actions on opening that only choose what is shown first. */
const ON_OPENING: ReadonlySet<string> = new Set(['GoTo', 'GoToDp']);

/** Readers follow links only on a click. A link without a scheme is relative to the document. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);

/** Annotations that run or play what they hold (ISO 32000-2, 12.5.6 and 13). */
const ANNOTATIONS = new Map([
  ['RichMedia', 'rich media'],
  ['Screen', 'rich media (Screen)'],
  ['Movie', 'rich media (Movie)'],
  ['Sound', 'rich media (Sound)'],
  ['3D', 'rich media (3D)'],
]);

/** Only web, mail and phone links are allowed. Readers skip white space and control characters. */
function strangeLink(uri: string): string | undefined {
  const link = uri.replace(/[\p{Z}\p{C}]/gu, '');
  if (/^[\\/]/.test(link)) return 'a link to a file';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link)?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES.has(scheme) ? undefined : `a link to ${scheme}:`;
}

/** The catalogue's /URI holds the base of relative links. */
function linkIn(pdf: PDF, dict: PdfDict): string | undefined {
  const uri =
    readText(pdf, dict.get('URI')) ?? readText(pdf, readDict(pdf, dict.get('URI'))?.get('Base'));
  return uri === undefined ? undefined : strangeLink(uri);
}

/** Streams whose data (/F) or page (/Ref) is in another file. */
const isElsewhere = (dict: PdfDict): boolean =>
  dict instanceof PdfStream && (dict.has('F') || dict.has('Ref'));

const hasActions = (pdf: PDF, dict: PdfDict | undefined): boolean =>
  [...(dict ?? [])].some(([, value]) => readObject(pdf, value) instanceof PdfDict);

function activeIn(pdf: PDF, dict: PdfDict): string | undefined {
  const named = (key: string, names: ReadonlyMap<string, string>) =>
    names.get(readName(pdf, dict.get(key)) ?? '');
  if (dict.has('JS')) return ACTIONS.get('JavaScript');
  if (hasActions(pdf, readDict(pdf, dict.get('AA')))) return 'additional actions (AA)';
  if (isElsewhere(dict)) return 'content in another file';
  // A structure element may have any name in /S.
  const action = dict.has('P') || dict.has('K') ? undefined : named('S', ACTIONS);
  return action ?? named('Subtype', ANNOTATIONS) ?? linkIn(pdf, dict);
}

export function partsOf(object: PdfObject): Iterable<PdfObject> {
  if (object instanceof PdfArray) return object;
  return object instanceof PdfDict ? Array.from(object, ([, value]) => value) : [];
}

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

/** Actions that readers run without a click, except those that only choose what is shown. */
function actionOnOpening(pdf: PDF): string | undefined {
  const seen = new Set<PdfObject>();
  const open: (PdfObject | undefined)[] = [readDict(pdf, pdf.getCatalog().get('OpenAction'))];
  while (open.length > 0) {
    const action = readObject(pdf, open.pop());
    if (!(action instanceof PdfDict) || seen.has(action)) continue;
    seen.add(action);
    const name = readName(pdf, action.get('S'));
    if (name !== undefined && !ON_OPENING.has(name)) return `an action on opening (${name})`;
    const next = action.get('Next');
    open.push(...(readArray(pdf, next)?.toArray() ?? [next]));
  }
  return undefined;
}

function* withParents(pdf: PDF, widget: PdfDict): Generator<PdfDict> {
  let dict: PdfDict | undefined = widget;
  for (let depth = 0; dict !== undefined && depth < MAX_FIELD_DEPTH; depth++) {
    yield dict;
    dict = readDict(pdf, dict.get('Parent'));
  }
}

/** The form is flattened, but the document's structure may still lead to its fields. */
export function removeFieldActions(pdf: PDF): void {
  const fields = Array.from(formFields(pdf), ({ dict }) => dict);
  const shown = pdf.getPages().flatMap((page) => widgetsOf(pdf, page));
  const widgets = shown.flatMap((widget) => [...withParents(pdf, widget)]);
  for (const dict of [...fields, ...widgets]) {
    dict.delete('AA');
    dict.delete('A');
  }
}

/** Describes the first active content reachable from the catalogue; undefined if there is none. */
export function findActiveContent(pdf: PDF): string | undefined {
  for (const dict of reachableDicts(pdf)) {
    const found = activeIn(pdf, dict);
    if (found !== undefined) return found;
  }
  if (readDict(pdf, pdf.getCatalog().get('Collection'))) return 'a portfolio of files (Collection)';
  return actionOnOpening(pdf);
}
