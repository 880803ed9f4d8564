import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { readDict, readName, readText } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { MARK_STATE } from '../signing/form-fields.ts';
import type { Appended } from './changes/sections.ts';
import { readAppended } from './changes/sections.ts';
import { loadChain, readChain } from './xref/chain.ts';

/** A revision that was appended to sign a field, with the document before and after it. */
export interface Revision {
  readonly written: ReadonlySet<number>;
  readonly before: PDF;
  readonly after: PDF;
  readonly field: string;
  /** The first signature's revision may also add /Perms to the catalogue. */
  readonly isFirst: boolean;
}

/** Throws PdfError HIDDEN_REVISION unless exactly one revision follows, and as `readAppended`. */
export async function openRevision(
  file: Buffer,
  base: number,
): Promise<Pick<Revision, 'written' | 'before' | 'after'>> {
  const covered = file.subarray(0, base);
  const chain = readChain(covered);
  const found: Appended[] = [];
  for await (const one of readAppended(file, { from: base, to: file.length }, chain)) {
    found.push(one);
  }
  const [revision, ...more] = found;
  if (revision === undefined || more.length > 0) {
    fail('HIDDEN_REVISION', 'a signature is more than one revision');
  }
  const { pdf: after, written } = revision;
  return { before: await loadChain(covered, chain), after, written };
}

type FilledWidget = { readonly field: string; readonly objects: readonly number[] };

const WIDGET = /^(esign_(?:\d\d|seal))(_mark_\d\d)?$/;
const MAX_DEPTH = 48;

/** Canonical notation of an object; references are not followed. */
function notation(object: PdfObject | null | undefined, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('an object is nested too deeply');
  if (object instanceof PdfRef) return `${object.objectNumber} ${object.generation} R`;
  if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`;
  if (object instanceof PdfArray) {
    const items = object.toArray().map((item) => notation(item, depth + 1));
    return `[${items.join(' ')}]`;
  }
  if (object instanceof PdfDict) {
    const entries = [...object].map(
      ([key, value]) => `/${key.value} ${notation(value, depth + 1)}`,
    );
    const data = object instanceof PdfStream ? Buffer.from(object.data).toString('base64') : '';
    return `<<${entries.sort().join(' ')}>>${data}`;
  }
  if (object && 'value' in object) return `${object.type}:${object.value}`;
  return object?.type ?? 'absent';
}

function differingKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.keys(), ...b.keys()].map(({ value }) => value));
  return [...keys].filter((key) => notation(a.get(key)) !== notation(b.get(key)));
}

function objectIn(after: PDF, widget: PdfDict, key: string): number {
  const appearance = readDict(after, widget.get('AP'));
  const normal = appearance?.get('N');
  // A mark is a button, with one appearance for its only state.
  const shown = normal instanceof PdfDict && normal.size === 1 ? normal.get(MARK_STATE) : normal;
  const value = key === 'AP' ? shown : widget.get('V');
  const isPlain = key === 'V' || appearance?.size === 1;
  if (!isPlain || !(value instanceof PdfRef)) {
    fail('WIDGET_CHANGED', `a signature field was filled in with an unusual /${key}`);
  }
  return value.objectNumber;
}

function checkWidget({ before, after }: Revision, id: number): FilledWidget {
  const [old, widget] = [before, after].map((pdf) => pdf.getObject(PdfRef.of(id, 0)));
  const areDicts = old instanceof PdfDict && widget instanceof PdfDict;
  if (!areDicts || old instanceof PdfStream || widget instanceof PdfStream) {
    fail('NOT_OWN_WIDGET', `a signature changed object ${id}, which is not a signer's widget`);
  }
  const [name, field, mark] = WIDGET.exec(readText(before, old.get('T')) ?? '') ?? [];
  if (field === undefined || readName(before, old.get('Subtype')) !== 'Widget') {
    fail('NOT_OWN_WIDGET', `a signature changed object ${id}, which is not a signer's widget`);
  }
  const keys = differingKeys(old, widget);
  const allowed = mark === undefined ? ['AP', 'V'] : ['AP'];
  if (old.has('V') || keys.some((key) => !allowed.includes(key))) {
    fail('WIDGET_CHANGED', `${name} was changed, not just filled in: ${keys.join(', ')}`);
  }
  return { field, objects: keys.map((key) => objectIn(after, widget, key)) };
}

/** The catalogue may only gain the certification by this signature. */
function checkCatalog({ before, after }: Revision): number {
  const keys = differingKeys(before.getCatalog(), after.getCatalog());
  const permissions = readDict(after, after.getCatalog().get('Perms'));
  const certified = permissions?.get('DocMDP');
  const isOnlyCertification = permissions?.size === 1 && certified instanceof PdfRef;
  if (before.getCatalog().has('Perms') || keys.join() !== 'Perms' || !isOnlyCertification) {
    fail('CATALOG_CHANGED', `the document's catalogue was changed: ${keys.join(', ')}`);
  }
  return certified.objectNumber;
}

/** A cross-reference stream may list itself. */
function isSection({ after }: Revision, id: number): boolean {
  const object = after.getObject(PdfRef.of(id, 0));
  return object instanceof PdfStream && readName(after, object.get('Type')) === 'XRef';
}

/** May only fill in its field's empty widgets, so nothing else can change. Throws PdfError. */
export function checkRevision(revision: Revision): void {
  const { before, field, isFirst } = revision;
  const root = before.context.info.trailer.getRef('Root')?.objectNumber;
  const isOld = (id: number) => before.getObject(PdfRef.of(id, 0)) !== null;
  const mayCertify = (id: number) => isFirst && id === root;
  const written = [...revision.written];
  const old = written.filter(isOld);
  const filled = old.filter((id) => !mayCertify(id)).map((id) => checkWidget(revision, id));
  if (filled.length === 0 || filled.some((widget) => widget.field !== field)) {
    fail('OTHER_FIELD', `a revision filled in other fields than ${field}, which it signs`);
  }
  const expected = new Set(filled.flatMap(({ objects }) => objects));
  const added = written.filter((id) => !isOld(id) && !isSection(revision, id));
  const certified = old.some(mayCertify) ? [checkCatalog(revision)] : [];
  const stray =
    [...added, ...certified].find((id) => !expected.has(id)) ??
    [...expected].find((id) => !added.includes(id));
  if (stray !== undefined) fail('STRAY_OBJECT', `object ${stray} does not belong to the signature`);
}
