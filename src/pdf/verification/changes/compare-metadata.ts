import { PdfDict, PdfStream, PdfString } from '@libpdf/core';
import type { Comparison } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { entriesOf, equal } from './equal.ts';

const INFO = 'the document information';
const NONE = new PdfDict();

const CODING = ['Length', 'Filter', 'DecodeParms'];

/** Entries that a program writes about itself; viewers ignore them. */
const OWN_KEYS = ['ModDate', 'Producer'];
const OWN_XMP =
  /(<(xmp:ModifyDate|xmp:MetadataDate|xmpMM:InstanceID|pdf:Producer)>[^<]*<\/\2>)|((?:xmp:ModifyDate|xmp:MetadataDate|xmpMM:InstanceID|pdf:Producer|x:xmptk)="[^"]*")|\s+/g;

type MetadataEntry = { readonly before: ComparedValue; readonly after: ComparedValue };

function compareInfoEntry(c: Comparison, key: string, { before, after }: MetadataEntry): void {
  if (equal(before, after)) {
    c.same(after, after, INFO);
    return;
  }
  if (after !== undefined && !(c.after.read(after) instanceof PdfString)) changed(INFO);
  c.permit(OWN_KEYS.includes(key) ? 'evidence' : 'filled', `/${key} of ${INFO}`);
  c.add(after, INFO);
}

/** The document information may be filled in, with texts only. Throws PdfError CHANGED. */
export function compareInfo(c: Comparison, a: ComparedValue, b: ComparedValue): void {
  const [before, after] = [c.before.dict(a), c.after.dict(b)];
  if (after instanceof PdfStream) changed(INFO);
  c.explain(b, 'metadata', INFO);
  const [old, now] = [entriesOf(before ?? NONE), entriesOf(after ?? NONE)];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    compareInfoEntry(c, key, { before: old.get(key), after: now.get(key) });
  }
}

function isMetadata(stream: PdfDict | undefined): stream is PdfStream {
  return stream instanceof PdfStream && stream.getName('Subtype')?.value === 'XML';
}

function xmpText(stream: PdfStream): string {
  return Buffer.from(stream.getDecodedData()).toString('utf8').replace(OWN_XMP, '');
}

/** The document's XMP metadata may be rewritten. Throws PdfError CHANGED. */
export function compareMetadata(c: Comparison, a: ComparedValue, b: ComparedValue): void {
  const [before, after] = [c.before.dict(a), c.after.dict(b)];
  const isKept = equal(a, b) && (before === undefined || equal(before, after));
  if (isKept && !c.isWritten(b)) {
    c.same(a, b, 'the metadata');
    return;
  }
  if (!isMetadata(after) || (before !== undefined && !isMetadata(before))) {
    changed('the metadata');
  }
  if (before !== undefined) c.sameExcept({ before, after }, CODING, 'the metadata');
  const isOwn = before !== undefined && xmpText(before) === xmpText(after);
  c.permit(isOwn ? 'evidence' : 'filled', 'the metadata');
  c.explain(b, 'metadata', 'the metadata');
  c.add(after, 'the metadata');
}
