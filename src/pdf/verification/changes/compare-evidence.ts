import { PdfArray, PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import type { Comparison, Pair } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { entriesOf, equal, isPlain } from './equal.ts';

const WHAT = 'the proof for later checks (/DSS)';
/** /DSS, /VRI, a signature's entry, its array. */
const MAX_DEPTH = 5;

type EvidenceEntry = {
  readonly before: ComparedValue;
  readonly after: ComparedValue;
  readonly depth: number;
};

function addTo(c: Comparison, value: ComparedValue): void {
  c.permit('evidence', WHAT);
  c.add(value, WHAT);
}

/** No certificate, revocation list or OCSP response may be removed. */
function compareLists(c: Comparison, before: PdfArray, after: PdfArray): void {
  const old = before.toArray();
  const isOld = (item: ComparedValue) => old.some((one) => equal(one, item));
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
  // Programs that write their own store omit its type, which nobody needs.
  for (const key of old.keys()) if (key !== 'Type' && !after.has(key)) changed(WHAT);
  for (const [key, value] of entriesOf(after)) {
    compareEntry(c, { before: old.get(key), after: value, depth: depth + 1 });
  }
}

function compareEntry(c: Comparison, { before: a, after: b, depth }: EvidenceEntry): void {
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

const CODING = new Set(['Length', 'Filter', 'DecodeParms']);
/** Entries of a store and its parts (ISO 32000-2, 12.8.4.3); /VRI names signatures by hash. */
const PARTS = /^(?:Certs?|CRLs?|OCSPs?|VRI|[\dA-F]{40})$/;
const TYPES = new Set(['DSS', 'VRI']);
const SEQUENCE = 0x30;

/** Whether bytes are one SEQUENCE (X.690), as certificates, CRLs and OCSP responses are. */
function isSequence(bytes: Uint8Array): boolean {
  const [tag, first = 0] = bytes;
  const extra = first < 0x80 ? 0 : first - 0x80;
  if (tag !== SEQUENCE || first === 0x80 || extra > 4) return false;
  const length = bytes.subarray(2, 2 + extra).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 2 + extra + (extra === 0 ? first : length);
}

function isBare(stream: PdfDict): boolean {
  return [...entriesOf(stream).keys()].every((key) => CODING.has(key));
}

/** Whether a value looks like part of a store. References are judged by themselves. */
function isPart(value: ComparedValue): boolean {
  if (value instanceof PdfRef) return true;
  if (value instanceof PdfArray) return value.toArray().every(isPart);
  if (!(value instanceof PdfDict)) return false;
  if (value instanceof PdfStream) return isBare(value) && isSequence(value.getDecodedData());
  return [...entriesOf(value)].every(([key, entry]) =>
    key === 'Type' ? TYPES.has(value.getName(key)?.value ?? '') : PARTS.test(key) && isPart(entry),
  );
}

/** Whether a new, unreferenced object is part of a store, or content left by filling in a field. */
export function isLeftOver(c: Comparison, id: number): boolean {
  const object = c.after.get(id);
  if (!c.isNew(id)) return false;
  if (object instanceof PdfStream && isBare(object) && c.result.level === 'filled') return true;
  if (!isPart(object)) return false;
  c.permit('evidence', WHAT);
  return true;
}

/** May gain evidence and lose nothing (ETSI EN 319 142-1, 5.4.2). Throws PdfError CHANGED. */
export function compareEvidence(c: Comparison, before: ComparedValue, after: ComparedValue): void {
  if (before === undefined && after === undefined) return;
  if (!isPlain(c.after.read(after))) changed(WHAT);
  compareEntry(c, { before, after, depth: 0 });
}
