import { fail } from '../../pdf-errors.ts';
import { decoded, objectAt } from './object.ts';
import type { WrittenDict } from './syntax.ts';
import { nameIn, naturalsIn, numberIn, Syntax, unclear } from './syntax.ts';

export type XrefRow =
  | { readonly kind: 'free' }
  | { readonly kind: 'standing'; readonly at: number; readonly generation: number }
  | { readonly kind: 'contained'; readonly container: number; readonly index: number };

export interface Section {
  /** A cross-reference stream begins as an object does. */
  readonly from: number;
  /** After its trailer or `endobj`. */
  readonly to: number;
  readonly rows: ReadonlyMap<number, XrefRow>;
  readonly size: number;
  /** The number of the catalogue; only the newest section needs it. */
  readonly root: number | undefined;
  readonly info: number | undefined;
  /** The offset of the section before; undefined for the first one. */
  readonly prev: number | undefined;
  /** A stream for some programs beside a table for others (ISO 32000-2, 7.5.8.4). */
  readonly hybrid: number | undefined;
}

type Trailer = Omit<Section, 'from' | 'to' | 'rows'>;

/** Where a section may end. Uploads are rewritten, so they are read as most viewers do. */
interface XrefReading {
  readonly to: number;
  readonly isUpload?: boolean;
}

const HEAD = /xref *(?:\r\n|\r|\n)/y;
const SUBSECTION = /(\d{1,10}) (\d{1,10}) *(?:\r\n|\r|\n)/y;
/** Twenty bytes (ISO 32000-2, 7.5.4). */
const ROW = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y;
const TRAILER = /trailer/y;
const FREE_LIST_HEAD = 65_535;
/** Object numbers that readers are known to handle (ISO 32000-1, annex C). */
const MOST_OBJECTS = 8_388_607;
/** Bytes of a field. */
const MOST_WIDTH = 8;
/** Also the kind of rows without a kind. */
const STANDING = 1;

function malformed(what = 'is malformed'): never {
  unclear(`its cross-reference section ${what}`);
}

class XrefRows extends Map<number, XrefRow> {
  add(id: number, row: XrefRow): void {
    if (this.has(id)) malformed('names an object twice');
    if (id > MOST_OBJECTS) malformed('names an object beyond every limit');
    this.set(id, row);
  }
}

function tableRow([, offset, generation, kind]: readonly string[]): XrefRow {
  if (kind === 'f') return { kind: 'free' };
  return { kind: 'standing', at: Number(offset), generation: Number(generation) };
}

/** Some readers take the free list's head for object 0, and count the others from there. */
const isMisplacedHead = (id: number, [, , generation, kind]: readonly string[]): boolean =>
  id !== 0 && kind === 'f' && Number(generation) === FREE_LIST_HEAD;

function tableRows(text: Syntax): XrefRows {
  const rows = new XrefRows();
  for (let head = text.take(SUBSECTION); head; head = text.take(SUBSECTION)) {
    const [first, count] = [Number(head[1]), Number(head[2])];
    for (let index = 0; index < count; index++) {
      const row = text.take(ROW) ?? malformed('has rows that are not as long as rows are');
      if (index === 0 && isMisplacedHead(first, row)) malformed('begins with another object');
      rows.add(first + index, tableRow(row));
    }
  }
  return rows;
}

function naturalIn(dict: WrittenDict, key: string): number | undefined {
  const value = numberIn(dict, key);
  if (value === undefined && dict.has(key)) malformed();
  return value === undefined || (Number.isSafeInteger(value) && value >= 0) ? value : malformed();
}

function referenceIn(dict: WrittenDict, key: string): number | undefined {
  const value = dict.get(key);
  if (value === undefined) return undefined;
  return value.type === 'reference' && value.generation === 0 ? value.id : malformed();
}

function trailerOf(dict: WrittenDict): Trailer {
  if (dict.has('Encrypt')) fail('ENCRYPTED', 'it is encrypted');
  const size = naturalIn(dict, 'Size') ?? malformed();
  return {
    size,
    root: referenceIn(dict, 'Root'),
    info: referenceIn(dict, 'Info'),
    prev: naturalIn(dict, 'Prev'),
    hybrid: naturalIn(dict, 'XRefStm'),
  };
}

/** A classic table ends before the next `startxref`. */
function readTable(file: Buffer, from: number, to: number): Section {
  const near = file.indexOf('startxref', from);
  const end = near < 0 ? to : Math.min(near, to);
  const text = new Syntax(file.toString('latin1', from, end));
  text.take(HEAD);
  const rows = tableRows(text);
  text.skipSpace();
  if (text.take(TRAILER) === null) malformed('has no trailer');
  text.skipSpace();
  const trailer = trailerOf(text.dictionary());
  return { from, to: from + text.at, rows, ...trailer };
}

function fieldAt(bytes: Buffer, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return Number.isSafeInteger(value) ? value : malformed();
}

type XrefFields = readonly [kind: number, second: number, third: number];

/** The kinds of rows in a cross-reference stream (ISO 32000-2, table 18). */
function streamRow([kind, second, third]: XrefFields): XrefRow {
  if (kind === STANDING) return { kind: 'standing', at: second, generation: third };
  if (kind === 2) return { kind: 'contained', container: second, index: third };
  return kind === 0 ? { kind: 'free' } : malformed('has rows of an unknown kind');
}

function widthsIn(dict: WrittenDict): XrefFields {
  const widths = naturalsIn(dict, 'W') ?? [];
  const [first = 0, second = 0, third = 0] = widths;
  const isUsual = widths.length === 3 && second > 0 && Math.max(...widths) <= MOST_WIDTH;
  return isUsual ? [first, second, third] : malformed();
}

function idsIn(dict: WrittenDict, size: number, most: number): number[] {
  const index = dict.has('Index') ? naturalsIn(dict, 'Index') : [0, size];
  if (index === undefined || index.length % 2 !== 0) return malformed();
  const pairs = index.flatMap((first, at) => (at % 2 === 0 ? [[first, index[at + 1] ?? 0]] : []));
  const count = pairs.reduce((sum, [, length = 0]) => sum + length, 0);
  if (count > most) malformed('has more rows than the file has bytes');
  return pairs.flatMap(([first = 0, length]) =>
    Array.from({ length: length ?? 0 }, (_, at) => first + at),
  );
}

/** Reads a cross-reference stream (ISO 32000-2, 7.5.8). */
function readStream(file: Buffer, from: number, to: number): Section {
  const object = objectAt(file, { from, to }, () => undefined);
  const dict = object.value.type === 'dictionary' ? object.value.entries : malformed();
  if (nameIn(dict, 'Type') !== 'XRef') malformed();
  const trailer = trailerOf(dict);
  const [first, second, third] = widthsIn(dict);
  const width = first + second + third;
  const ids = idsIn(dict, trailer.size, file.length);
  // With a prediction, each row has one byte more.
  const bytes = decoded(object, ids.length * (width + 1));
  if (bytes.length !== ids.length * width) malformed('has more or fewer rows than it says');
  const rows = new XrefRows();
  for (const [row, id] of ids.entries()) {
    const at = row * width;
    const kind = first === 0 ? STANDING : fieldAt(bytes, at, first);
    const fields = [fieldAt(bytes, at + first, second), fieldAt(bytes, at + first + second, third)];
    rows.add(id, streamRow([kind, fields[0] ?? 0, fields[1] ?? 0]));
  }
  return { from, to: object.end, rows, ...trailer };
}

const SPACE = /[\0\t\n\f\r ]*/y;
/** White space that some programs count as part of what precedes a section. */
const MOST_SPACE = 16;
/** Viewers also skip comments. */
const GAP = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const LONGEST_GAP = 4096;

/**
 * Reads the section at an offset; white space may come before it. The only reader of sections in
 * signed files. Throws PdfError UNREADABLE for what programs may read in different ways,
 * HIDDEN_REVISION for a hybrid section unless `isUpload`, and ENCRYPTED.
 */
export function readSection(
  file: Buffer,
  at: number,
  { to, isUpload = false }: XrefReading,
): Section {
  if (!Number.isSafeInteger(at) || at >= to) malformed('is missing');
  const text = new Syntax(file.toString('latin1', at, at + (isUpload ? LONGEST_GAP : MOST_SPACE)));
  text.take(isUpload ? GAP : SPACE);
  const from = at + text.at;
  const isTable = file.toString('latin1', from, from + 4) === 'xref';
  const section = isTable ? readTable(file, from, to) : readStream(file, from, to);
  if (section.hybrid !== undefined && !isUpload) {
    fail('HIDDEN_REVISION', 'it has a table that only some programs read');
  }
  return section;
}
