import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { fail, PdfError } from '../errors.ts';
import { readArray, readDict, readObject } from '../objects.ts';
import { loadPdf, rewritePdf } from '../pdf-file.ts';
import { removeFieldActions } from './active-content.ts';

/** A cross-reference section as a file has it, in Latin-1. */
interface Section {
  /** Where the file says that it stands, and where it does: white space and comments may come between. */
  readonly pointer: number;
  readonly at: number;
  /** Of a table, what comes before its trailer. */
  readonly rows: string;
  /** The trailer, or the dictionary of a stream. */
  readonly dict: string;
  /** The data of a stream, with its keywords. */
  readonly data: string;
}

const GAP = /^(?:\s|%[^\r\n]*)*/;
const LONGEST_GAP = 4096;
const TABLE = 'xref';
const STREAM = /^\d+\s+\d+\s+obj\b/;
const POINTER = /\/(Prev|XRefStm)\s+(\d+)/g;
const WIDTHS = /\/W\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s*\]/;
const AN_OBJECT = /\d\s+\d+\s+obj\b/;
/** Where LibPDF looks for `startxref`: in the last 1,024 bytes. */
const TAIL = 1000;
/** The widest field of a cross-reference stream that LibPDF reads, in bytes. */
const WIDEST = 6;

function sectionAt(bytes: Buffer, pointer: number): Section | undefined {
  const [gap = ''] = GAP.exec(bytes.toString('latin1', pointer, pointer + LONGEST_GAP)) ?? [];
  const at = pointer + gap.length;
  const isTable = bytes.toString('latin1', at, at + TABLE.length) === TABLE;
  if (!isTable && !STREAM.test(bytes.toString('latin1', at, at + 32))) return undefined;
  const end = bytes.indexOf(isTable ? 'startxref' : 'endstream', at, 'latin1');
  const text = bytes.toString('latin1', at, end);
  const cut = text.indexOf(isTable ? 'trailer' : 'stream');
  if (end < 0 || cut < 0) return undefined;
  const [before, after] = [text.slice(0, cut), text.slice(cut)];
  return isTable
    ? { pointer, at, rows: before, dict: after, data: '' }
    : { pointer, at, rows: '', dict: before, data: `${after}endstream\nendobj` };
}

/** The newest section and those that it leads to; undefined if one is not there. */
function chainFrom(bytes: Buffer, start: number): Section[] | undefined {
  const chain = new Map<number, Section>();
  const open = [start];
  for (let pointer = open.shift(); pointer !== undefined; pointer = open.shift()) {
    if (chain.has(pointer)) continue;
    const section = sectionAt(bytes, pointer);
    if (section === undefined) return undefined;
    chain.set(pointer, section);
    open.push(...[...section.dict.matchAll(POINTER)].map(([, , to]) => Number(to)));
  }
  return [...chain.values()];
}

const widthsOf = ({ dict }: Section) => WIDTHS.exec(dict)?.slice(1).map(Number) ?? [];
const isWide = (section: Section) => widthsOf(section).some((width) => width > WIDEST);
const isReadable = (section: Section) => section.at === section.pointer && !isWide(section);

function decoded({ dict, data }: Section): Uint8Array {
  const numberOf = (key: string) =>
    PdfNumber.of(Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dict)?.[1] ?? 1));
  const parms = PdfDict.of({ Predictor: numberOf('Predictor'), Columns: numberOf('Columns') });
  const entries: [string, PdfObject][] = [['DecodeParms', parms]];
  if (dict.includes('/FlateDecode')) entries.push(['Filter', PdfName.of('FlateDecode')]);
  const raw = data.replace(/^stream\r?\n/, '').replace(/endstream\nendobj$/, '');
  return new PdfStream(entries, Buffer.from(raw, 'latin1')).getDecodedData();
}

/** The section with narrower fields, without the zeros before their numbers, and not compressed. */
function narrowed(section: Section): Section {
  const widths = widthsOf(section);
  const data = decoded(section);
  const row = widths.reduce((sum, width) => sum + width, 0);
  const fields: Uint8Array[] = [];
  for (let at = 0; at + row <= data.length; ) {
    for (const width of widths) {
      const from = at + Math.max(0, width - WIDEST);
      if (data.subarray(at, from).some((byte) => byte !== 0))
        fail('XREF', 'an offset is too large');
      at += width;
      fields.push(data.subarray(from, at));
    }
  }
  const rows = Buffer.concat(fields);
  const dict = section.dict
    .replace(/\/(?:Filter|DecodeParms)\s*(?:\/\w+|\[[^\]]*\]|<<[^>]*>>)/g, '')
    .replace(/\/Length\s+\d+/, `/Length ${rows.length}`)
    .replace(WIDTHS, `/W [${widths.map((width) => Math.min(width, WIDEST)).join(' ')}]`);
  return { ...section, dict, data: `stream\n${rows.toString('latin1')}\nendstream\nendobj` };
}

/** Writes a chain of sections once more behind a file, the oldest first, each where the next one says. */
function appendChain(bytes: Buffer, chain: readonly Section[]): Buffer {
  const parts: Buffer[] = [bytes];
  const placed = new Map<number, number>();
  let end = bytes.length;
  const append = (text: string) => {
    const part = Buffer.from(`\n${text}`, 'latin1');
    parts.push(part);
    end += part.length;
  };
  for (const one of chain.toReversed()) {
    const { rows, dict, data } = isWide(one) ? narrowed(one) : one;
    const moved = dict.replace(POINTER, (_, key, to) => `/${key} ${placed.get(Number(to)) ?? to}`);
    placed.set(one.pointer, end + 1);
    append(`${rows}${moved}${data}`);
  }
  append(`startxref\n${placed.get(chain[0]?.pointer ?? 0)}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** The cross-reference sections of a file, the newest first, and where its last `startxref` is; undefined if one is not there. */
function sectionsOf(bytes: Buffer): { mark: number; chain: readonly Section[] } | undefined {
  const mark = bytes.lastIndexOf('startxref', undefined, 'latin1');
  if (mark < 0) return undefined;
  const [, start] = /^startxref\s+(\d+)/.exec(bytes.toString('latin1', mark, mark + TAIL)) ?? [];
  const chain = start === undefined ? undefined : chainFrom(bytes, Number(start));
  return chain && { mark, chain };
}

/**
 * The file with its cross-reference sections as and where LibPDF reads them: exactly where a pointer says, not behind white
 * space or a comment; with fields of up to 6 bytes; and near the end of the file. The same bytes if nothing is to be done, if
 * a section is not there, or if a revision was cut off: then LibPDF decides.
 */
function readableBytes(bytes: Buffer, sections: ReturnType<typeof sectionsOf>): Buffer {
  if (!sections || AN_OBJECT.test(bytes.toString('latin1', sections.mark))) return bytes;
  const { mark, chain } = sections;
  const isNear = bytes.length - mark < TAIL;
  return isNear && chain.every(isReadable) ? bytes : appendChain(bytes, chain);
}

/** Gives a node the form in which LibPDF finds it and its kids. Whether it had another. */
function completeNode(pdf: PDF, node: PdfDict): boolean {
  const kids = readArray(pdf, node.get('Kids'));
  const given = readObject(pdf, node.get('Type'));
  const isKnown = given instanceof PdfName && ['Page', 'Pages'].includes(given.value);
  const type = isKnown ? given : PdfName.of(kids ? 'Pages' : 'Page');
  const isDirect = (kid: PdfObject) => kid instanceof PdfDict;
  const isComplete = node.get('Type') === type && (!kids || node.get('Kids') === kids);
  if (isComplete && !kids?.toArray().some(isDirect)) return false;
  node.set('Type', type);
  if (!kids) return true;
  const refs = kids.toArray().map((kid) => (isDirect(kid) ? pdf.register(kid) : kid));
  node.set('Kids', new PdfArray(refs));
  return true;
}

/**
 * Lets LibPDF find every page. Viewers take for a page what has no kids; LibPDF asks for a /Type, for references, and for a
 * list that is none itself. Whether anything changed.
 */
function completePageTree(pdf: PDF): boolean {
  const catalog = pdf.getCatalog();
  const root = catalog.get('Pages');
  let isChanged = root instanceof PdfDict;
  if (root instanceof PdfDict) catalog.set('Pages', pdf.register(root));
  const seen = new Set<PdfDict>();
  const open: (PdfObject | undefined)[] = [root];
  while (open.length > 0) {
    const node = readDict(pdf, open.pop());
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    isChanged = completeNode(pdf, node) || isChanged;
    open.push(...(readArray(pdf, node.get('Kids'))?.toArray() ?? []));
  }
  return isChanged;
}

const needsPassword = () => fail('ENCRYPTED', 'the file does not open without a password');

/** An upload that was loaded. */
interface Upload {
  readonly pdf: PDF;
  /** It was encrypted, and opened without a password; what is written of it is not encrypted. */
  readonly isUnlocked: boolean;
}

/**
 * Loads what somebody uploaded, which is going to be rewritten: unlike with `loadPdf`, what is read need not be the bytes of
 * the file. A damaged file is an error here too. Throws PdfError ENCRYPTED or STREAM_SIZE, and LibPDF's errors.
 */
export async function loadUpload(bytes: Uint8Array): Promise<Upload> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sections = sectionsOf(file);
  const isEncrypted = sections?.chain[0]?.dict.includes('/Encrypt') ?? false;
  const pdf = await loadPdf(readableBytes(file, sections)).catch((error: unknown) => {
    // Without a password, the objects that its streams hold cannot be read.
    if (isEncrypted && !(error instanceof PdfError)) needsPassword();
    throw error;
  });
  const { info } = pdf.context;
  const isUnlocked = info.isEncrypted;
  if (isUnlocked && !info.isAuthenticated) needsPassword();
  // LibPDF encrypts again what it writes.
  info.isEncrypted = false;
  const complete = completePageTree(pdf) ? await loadPdf(await rewritePdf(pdf)) : pdf;
  removeFieldActions(complete);
  return { pdf: complete, isUnlocked };
}
