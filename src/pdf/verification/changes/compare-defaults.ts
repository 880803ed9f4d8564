import { PdfRef, PdfString } from '@libpdf/core';
import type { Comparison, Pair } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { entriesOf, equal, isPlain } from './equal.ts';

const WHAT = 'the form';

type DefaultEntry = { readonly before: ComparedValue; readonly after: ComparedValue };

const isElsewhere = (a: ComparedValue, b: ComparedValue): boolean =>
  (a instanceof PdfRef || b instanceof PdfRef) && !equal(a, b);

/** A dictionary may gain entries, in the same object; `compare` gets the entries it had. */
function compareGrown(
  c: Comparison,
  { before: a, after: b }: DefaultEntry,
  compare: (key: string, entry: DefaultEntry) => void,
): void {
  const [before, after] = [c.before.read(a), c.after.read(b)];
  if (equal(before, after) || !isPlain(after)) {
    c.same(a, b, WHAT);
    return;
  }
  if (before !== undefined && (isElsewhere(a, b) || !isPlain(before))) changed(WHAT);
  c.explain(b, 'form', WHAT);
  const [old, now] = [
    isPlain(before) ? entriesOf(before) : new Map<string, ComparedValue>(),
    entriesOf(after),
  ];
  for (const [key, value] of old) compare(key, { before: value, after: now.get(key) });
  for (const [key, value] of now) if (!old.has(key)) c.add(value, WHAT);
}

/** Adds fonts, and a default style where fields have their own. Throws PdfError CHANGED. */
export function compareDefaults(c: Comparison, { before, after }: Pair): void {
  const same = (_: string, entry: DefaultEntry) => c.same(entry.before, entry.after, WHAT);
  if (!(after.get('DA') instanceof PdfString))
    same('DA', { before: before.get('DA'), after: after.get('DA') });
  compareGrown(c, { before: before.get('DR'), after: after.get('DR') }, (key, entry) =>
    key === 'Font' ? compareGrown(c, entry, same) : same(key, entry),
  );
}
