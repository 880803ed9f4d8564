import { PdfArray, PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import type { Comparison, Pair } from './comparison.ts';
import { changed } from './comparison.ts';
import type { Value } from './equal.ts';
import { entriesOf, equal } from './equal.ts';

const WHAT = 'the proof for later checks (/DSS)';
/** /DSS, /VRI, a signature's entry, its array. */
const MAX_DEPTH = 5;

type Entry = { readonly before: Value; readonly after: Value; readonly depth: number };

function isPlain(value: Value): value is PdfDict {
  return value instanceof PdfDict && !(value instanceof PdfStream);
}

function addTo(c: Comparison, value: Value): void {
  c.permit('evidence', WHAT);
  c.add(value, WHAT);
}

/** Every certificate, revocation list and answer of before must still be there. */
function compareLists(c: Comparison, before: PdfArray, after: PdfArray): void {
  const old = before.toArray();
  const isOld = (item: Value) => old.some((one) => equal(one, item));
  const contents = after.toArray().map((item) => c.after.read(item));
  for (const item of old) {
    const content = c.before.read(item);
    if (!contents.some((one) => equal(content, one))) changed(WHAT);
  }
  for (const item of after) {
    if (isOld(item)) c.same(item, item, WHAT);
    else addTo(c, item);
  }
}

function compareDicts(c: Comparison, { before, after }: Pair, depth: number): void {
  const old = entriesOf(before);
  for (const key of old.keys()) if (!after.has(key)) changed(WHAT);
  for (const [key, value] of entriesOf(after)) {
    compareEntry(c, { before: old.get(key), after: value, depth: depth + 1 });
  }
}

function compareEntry(c: Comparison, { before: a, after: b, depth }: Entry): void {
  const [before, after] = [c.before.read(a), c.after.read(b)];
  if (before === undefined) {
    // An object from before the signature cannot become the store.
    if (depth === 0 && b instanceof PdfRef && !c.isNew(b.objectNumber)) changed(WHAT);
    addTo(c, b);
    return;
  }
  if (before instanceof PdfArray && after instanceof PdfArray) {
    c.explain(b, 'proof', WHAT);
    compareLists(c, before, after);
  } else if (isPlain(before) && isPlain(after) && depth < MAX_DEPTH) {
    c.explain(b, 'proof', WHAT);
    compareDicts(c, { before, after }, depth);
  } else c.same(a, b, WHAT);
}

/**
 * The document security store may gain certificates, revocation lists and answers, and lose nothing (ETSI EN 319 142-1,
 * 5.4.2). Throws PdfError CHANGED.
 */
export function compareEvidence(c: Comparison, before: Value, after: Value): void {
  if (before === undefined && after === undefined) return;
  if (!isPlain(c.after.read(after))) changed(WHAT);
  compareEntry(c, { before, after, depth: 0 });
}
