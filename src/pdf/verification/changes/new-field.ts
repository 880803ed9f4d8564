import type { PdfDict } from '@libpdf/core';
import { PdfArray, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { TIMESTAMP } from '../byte-range.ts';
import type { ChangeLevel, Comparison } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { entriesOf, equal } from './equal.ts';
import type { Ground } from './ground.ts';

/** Annotation flags (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
/** Flags from here up are undefined. */
const MOST_FLAGS = 1 << 10;
const DRAWS_NOTHING = /^(?:[\0\t\n\f\r ]|%[^\r\n]*(?:\r|\n|$)|[qQn](?=[\0\t\n\f\r ]|$))*$/;

/** The entries allowed in a new signature field: no actions, nothing inherited by other fields. */
const OF_FIELD = 'FT T TU TM V Ff Lock SV DA DR Q'.split(' ');
const OF_WIDGET = 'Type Subtype F P Rect AP MK DA Q BS Border H NM M'.split(' ');
const WHAT = 'the list of form fields';

type Added = { readonly ref: PdfRef; readonly dict: PdfDict };

/** A new object with no entries but `keys`. Throws PdfError CHANGED. */
function addedWith(c: Comparison, item: ComparedValue, keys: readonly string[]): Added {
  const dict = c.after.dict(item);
  if (!(item instanceof PdfRef) || !c.isNew(item.objectNumber)) return changed(WHAT);
  if (dict === undefined || dict instanceof PdfStream) return changed(WHAT);
  if ([...entriesOf(dict).keys()].some((key) => !keys.includes(key))) return changed(WHAT);
  return { ref: item, dict };
}

/** A new field and its widget: one object, or the field and its only child. */
function fieldAndWidget(c: Comparison, item: ComparedValue): readonly [Added, Added] {
  const kids = c.after.dict(item)?.get('Kids');
  if (kids === undefined) {
    const both = addedWith(c, item, [...OF_FIELD, ...OF_WIDGET]);
    return [both, both];
  }
  const list = c.after.read(kids);
  if (!(list instanceof PdfArray) || list.length !== 1) return changed(WHAT);
  const widget = addedWith(c, list.at(0), [...OF_WIDGET, 'Parent']);
  const parent = widget.dict.get('Parent');
  if (parent !== undefined && !equal(parent, item)) return changed(WHAT);
  return [addedWith(c, item, [...OF_FIELD, 'Kids']), widget];
}

function numberIn(c: Comparison, value: ComparedValue): number {
  const object = c.after.read(value);
  return object instanceof PdfNumber ? object.value : 0;
}

/** Whether a value is an array of four zeros. */
function isZero(c: Comparison, value: ComparedValue): boolean {
  const array = c.after.read(value);
  const numbers = array instanceof PdfArray ? array.toArray().map((one) => numberIn(c, one)) : [];
  return numbers.length === 4 && numbers.every((one) => one === 0);
}

/** An appearance draws nothing if its box is all zeros, or no operator in it draws. */
function isBlank(c: Comparison, appearance: ComparedValue): boolean {
  const stream = c.after.read(appearance);
  if (!(stream instanceof PdfStream)) return stream === undefined;
  if (isZero(c, stream.get('BBox'))) return true;
  return DRAWS_NOTHING.test(Buffer.from(stream.getDecodedData()).toString('latin1'));
}

/** Unseen: /Rect is all zeros or the widget is hidden, and its appearance draws nothing. */
export function isUnseen(c: Comparison, field: PdfDict): boolean {
  const appearances = c.after.dict(field.get('AP'));
  const isDrawn = [...(appearances ? entriesOf(appearances).values() : [])].some(
    (one) => !isBlank(c, one),
  );
  if (isDrawn) return false;
  const flags = numberIn(c, field.get('F'));
  if (!Number.isInteger(flags) || flags < 0 || flags >= MOST_FLAGS) return false;
  return isZero(c, field.get('Rect')) || ((flags & HIDDEN) !== 0 && (flags & NO_VIEW) === 0);
}

function levelOf(
  c: Comparison,
  [field, widget]: readonly [Added, Added],
  ground: Ground,
): ChangeLevel {
  const value = c.after.dict(field.dict.get('V'));
  const isUnseenField = isUnseen(c, widget.dict);
  const isTimestamp = value?.getName('SubFilter')?.value === TIMESTAMP;
  if (isTimestamp && isUnseenField) return 'evidence';
  if (ground.isOurs) return 'other';
  return isUnseenField ? 'signed' : 'placed';
}

/**
 * A field added after the first signature: an invisible document timestamp or, in documents of
 * others, a signature. Returns the number of its widget. Throws PdfError CHANGED.
 */
export function compareNewField(c: Comparison, item: ComparedValue, ground: Ground): number {
  const both = fieldAndWidget(c, item);
  const [{ dict }, widget] = both;
  const name = c.after.read(dict.get('T'));
  const isSignature = dict.getName('FT')?.value === 'Sig';
  if (!isSignature || !(name instanceof PdfString)) return changed(WHAT);
  if (ground.fields.has(name.asString())) return changed(WHAT);
  const level = levelOf(c, both, ground);
  if (level === 'other') return changed(WHAT);
  c.permit(level, level === 'evidence' ? 'a document timestamp' : 'a signature field');
  c.add(item, WHAT);
  for (const { ref } of both) c.explain(ref, 'field', WHAT);
  return widget.ref.objectNumber;
}
