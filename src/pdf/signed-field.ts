import type { PDF, PdfDict } from '@libpdf/core';
import { PdfString } from '@libpdf/core';
import { readArray, readDict, readName, readNumbers, readObject, readText } from './read-object.ts';
import { topFields } from './signature-form.ts';

/** A signature as the form tells it; nothing in it is checked yet. */
export interface SignedField {
  /** The field's full name. */
  readonly field: string;
  readonly filter: string | undefined;
  readonly subFilter: string | undefined;
  readonly byteRange: readonly number[];
  readonly contents: Buffer;
  /** What the dictionary's /M says. */
  readonly claimedAt: Date | null;
}

const MAX_DEPTH = 64;
const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/;

/** A PDF date as a moment; null for what is none (ISO 32000-2, 7.9.4). */
export function parsePdfDate(text: string | undefined): Date | null {
  const match = DATE.exec(text ?? '');
  if (match === null) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [, , , , , , , sign = '+', offsetHours = '00', offsetMinutes = '00'] = match;
  const zone = `${sign}${offsetHours}:${offsetMinutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function signedField(pdf: PDF, field: string, value: PdfDict): SignedField {
  const contents = readObject(pdf, value.get('Contents'));
  return {
    field,
    filter: readName(pdf, value.get('Filter')),
    subFilter: readName(pdf, value.get('SubFilter')),
    byteRange: readNumbers(pdf, value.get('ByteRange')) ?? [],
    contents: contents instanceof PdfString ? Buffer.from(contents.bytes) : Buffer.alloc(0),
    claimedAt: parsePdfDate(readText(pdf, value.get('M'))),
  };
}

/** The signature that a top-level field holds; undefined where there is none. */
export function readSignedField(pdf: PDF, field: string): SignedField | undefined {
  const dict = topFields(pdf).get(field);
  const value = readDict(pdf, dict?.get('V'));
  const isSignature = readName(pdf, dict?.get('FT')) === 'Sig';
  return isSignature && value !== undefined ? signedField(pdf, field, value) : undefined;
}

type Node = {
  readonly dict: PdfDict;
  readonly name: string;
  readonly type: string | undefined;
  readonly depth: number;
};

function childrenOf(
  pdf: PDF,
  owner: PdfDict,
  parent: Omit<Node, 'dict'> & { key: string },
): Node[] {
  const items = readArray(pdf, owner.get(parent.key))?.toArray() ?? [];
  return items.flatMap((item) => {
    const dict = readDict(pdf, item);
    if (dict === undefined) return [];
    const own = readText(pdf, dict.get('T'));
    const name = [parent.name, own].filter((part) => part).join('.');
    return [
      { dict, name, type: readName(pdf, dict.get('FT')) ?? parent.type, depth: parent.depth },
    ];
  });
}

/** Every signature that a field of the form holds, each field once. */
export function signedFields(pdf: PDF): SignedField[] {
  const form = readDict(pdf, pdf.getCatalog().get('AcroForm'));
  if (form === undefined) return [];
  const seen = new Set<PdfDict>();
  const found: SignedField[] = [];
  const open = childrenOf(pdf, form, { key: 'Fields', name: '', type: undefined, depth: 0 });
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { dict, name, type, depth } = node;
    if (seen.has(dict) || depth > MAX_DEPTH) continue;
    seen.add(dict);
    const value = readDict(pdf, dict.get('V'));
    if (type === 'Sig' && value !== undefined) found.push(signedField(pdf, name, value));
    open.push(...childrenOf(pdf, dict, { key: 'Kids', name, type, depth: depth + 1 }));
  }
  return found;
}
