import type { PdfDict } from '@libpdf/core';
import { PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { TIMESTAMP } from '../byte-range.ts';
import type { Comparison } from './comparison.ts';
import { changed } from './comparison.ts';
import type { Value } from './equal.ts';
import { entriesOf } from './equal.ts';
import type { Ground } from './ground.ts';
import type { Level } from './level.ts';

/** Annotation flags Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SHOWN = (1 << 1) | (1 << 5);

/** The entries allowed in a new signature field: no actions, no children, nothing inherited by other fields. */
const ENTRIES = new Set(
  'Type Subtype FT T TU TM V F Ff P Rect AP Lock SV MK DA DR Q BS Border NM M'.split(' '),
);

function numberIn(c: Comparison, value: Value): number {
  const object = c.after.read(value);
  return object instanceof PdfNumber ? object.value : 0;
}

/** Whether a widget cannot be seen: it has no area, or is hidden. */
export function isUnseen(c: Comparison, field: PdfDict): boolean {
  const rect = field.getArray('Rect', (ref) => c.after.get(ref.objectNumber) ?? null);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (rect?.toArray() ?? []).map((one) => numberIn(c, one));
  return x0 === x1 || y0 === y1 || (numberIn(c, field.get('F')) & NOT_SHOWN) !== 0;
}

function levelOf(c: Comparison, field: PdfDict, ground: Ground): Level {
  const value = c.after.dict(field.get('V'));
  const isUnseenField = isUnseen(c, field);
  const isTimestamp = value?.getName('SubFilter')?.value === TIMESTAMP;
  if (isTimestamp && isUnseenField) return 'evidence';
  if (ground.isOurs) return 'other';
  return isUnseenField ? 'signed' : 'filled';
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
  c.know(item);
  return item.objectNumber;
}
