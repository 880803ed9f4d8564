import type { PdfDict } from '@libpdf/core';
import { PdfArray, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { TIMESTAMP } from '../byte-range.ts';
import type { Comparison } from './comparison.ts';
import { changed } from './comparison.ts';
import type { Value } from './equal.ts';
import { entriesOf } from './equal.ts';
import type { Ground } from './ground.ts';
import type { Level } from './level.ts';

/** Annotation flags (ISO 32000-2, table 167). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
/** Beyond those that are defined. */
const MOST_FLAGS = 1 << 10;
/** Content that draws nothing. */
const DRAWS_NOTHING = /^(?:[\0\t\n\f\r ]|%[^\r\n]*(?:\r|\n|$)|[qQn](?=[\0\t\n\f\r ]|$))*$/;

/** The entries allowed in a new signature field: no actions, no children, nothing inherited by other fields. */
const ENTRIES = new Set(
  'Type Subtype FT T TU TM V F Ff P Rect AP Lock SV MK DA DR Q BS Border NM M'.split(' '),
);

function numberIn(c: Comparison, value: Value): number {
  const object = c.after.read(value);
  return object instanceof PdfNumber ? object.value : 0;
}

/** Whether an array of four numbers is there, and zero throughout. */
function isZero(c: Comparison, value: Value): boolean {
  const array = c.after.read(value);
  const numbers = array instanceof PdfArray ? array.toArray().map((one) => numberIn(c, one)) : [];
  return numbers.length === 4 && numbers.every((one) => one === 0);
}

/** Whether an appearance draws nothing: its box has no area, or it has no operator that draws. */
function isBlank(c: Comparison, appearance: Value): boolean {
  const stream = c.after.read(appearance);
  if (!(stream instanceof PdfStream)) return stream === undefined;
  if (isZero(c, stream.get('BBox'))) return true;
  return DRAWS_NOTHING.test(Buffer.from(stream.getDecodedData()).toString('latin1'));
}

/** Whether no reader shows or prints a widget: it has no area or is hidden, and its appearance draws nothing. */
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

function levelOf(c: Comparison, field: PdfDict, ground: Ground): Level {
  const value = c.after.dict(field.get('V'));
  const isUnseenField = isUnseen(c, field);
  const isTimestamp = value?.getName('SubFilter')?.value === TIMESTAMP;
  if (isTimestamp && isUnseenField) return 'evidence';
  if (ground.isOurs) return 'other';
  return isUnseenField ? 'signed' : 'placed';
}

/**
 * A field that was added after the first signature: a document timestamp that cannot be seen or, in documents of others, a
 * signature. Returns its number. Throws PdfError CHANGED.
 */
export function compareNewField(c: Comparison, item: Value, ground: Ground): number {
  const what = 'the list of form fields';
  const field = c.after.dict(item);
  if (!(item instanceof PdfRef) || !c.isNew(item.objectNumber)) return changed(what);
  if (field === undefined || field instanceof PdfStream) return changed(what);
  const name = c.after.read(field.get('T'));
  const isSignature = field.getName('FT')?.value === 'Sig';
  if (!isSignature || !(name instanceof PdfString)) return changed(what);
  if (ground.fields.has(name.asString())) return changed(what);
  if ([...entriesOf(field).keys()].some((key) => !ENTRIES.has(key))) return changed(what);
  const level = levelOf(c, field, ground);
  if (level === 'other') return changed(what);
  c.permit(level, level === 'evidence' ? 'a document timestamp' : 'a signature field');
  c.add(item, what);
  c.explain(item, 'field', what);
  return item.objectNumber;
}
