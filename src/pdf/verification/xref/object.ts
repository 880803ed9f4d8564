import { inflateSync } from '../../../platform/zlib.ts';
import type { Written, WrittenDict } from './syntax.ts';
import { nameIn, numberIn, Syntax, unclear } from './syntax.ts';

export interface WrittenObject {
  readonly id: number;
  readonly generation: number;
  readonly value: Written;
  /** The data of a stream, still encoded. */
  readonly data: Buffer | undefined;
  /** The offset after `endobj`. */
  readonly end: number;
}

/** The value of an object that a stream's length refers to. */
export type LengthOf = (id: number) => number | undefined;

const HEAD = /(\d{1,10}) (\d{1,5}) obj(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const STREAM = /stream(?:\r\n|\n)/y;
const END_OF_STREAM = /(?:\r\n|\n|\r)?endstream/y;
const END_OF_OBJECT = /endobj(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
/** Longer than any dictionary of a stream that we know of, and than any signature. */
const WINDOW = 1 << 20;
const LONGEST_TAIL = 64;

function lengthIn(dict: WrittenDict, lengthOf: LengthOf): number {
  const length = dict.get('Length');
  const value = length?.type === 'reference' ? lengthOf(length.id) : numberIn(dict, 'Length');
  if (value === undefined || !Number.isSafeInteger(value) || value < 0) {
    unclear('a stream in it has no length');
  }
  return value;
}

/** Reads more than the window only if the object does not end in it. */
function read<T>(
  file: Buffer,
  { from, to }: { from: number; to: number },
  use: (text: Syntax) => T,
): T {
  if (to - from <= WINDOW) return use(new Syntax(file.toString('latin1', from, to)));
  try {
    return use(new Syntax(file.toString('latin1', from, from + WINDOW)));
  } catch {
    return use(new Syntax(file.toString('latin1', from, to)));
  }
}

type Head = Omit<WrittenObject, 'data'> & { readonly hasData: boolean };

function headAt(text: Syntax): Head {
  const head = text.take(HEAD);
  if (head === null) unclear('an object does not stand where the file says');
  text.skipSpace();
  const value = text.value();
  text.skipSpace();
  const hasData = text.take(STREAM) !== null;
  if (!hasData && text.take(END_OF_OBJECT) === null) unclear('an object in it has no end');
  return { id: Number(head[1]), generation: Number(head[2]), value, hasData, end: text.at };
}

/** The length of `endstream` and `endobj` at an offset, with white space. */
function tailAt(file: Buffer, at: number, to: number): number {
  const text = new Syntax(file.toString('latin1', at, Math.min(at + LONGEST_TAIL, to)));
  const isWhole = text.take(END_OF_STREAM) !== null;
  text.skipSpace();
  if (!isWhole || text.take(END_OF_OBJECT) === null) {
    unclear('a stream in it does not have its length');
  }
  return text.at;
}

/** Reads up to `to`. Throws PdfError UNREADABLE for what readers may read in different ways. */
export function objectAt(
  file: Buffer,
  { from, to }: { readonly from: number; readonly to: number },
  lengthOf: LengthOf,
): WrittenObject {
  const { hasData, end, ...head } = read(file, { from, to }, headAt);
  if (!hasData) return { ...head, data: undefined, end: from + end };
  const { value } = head;
  if (value.type !== 'dictionary') unclear('a stream in it has no dictionary');
  const dataEnd = from + end + lengthIn(value.entries, lengthOf);
  const data = file.subarray(from + end, dataEnd);
  return { ...head, data, end: dataEnd + tailAt(file, dataEnd, to) };
}

const UNUSUAL = 'a stream in it is encoded in an unusual way';

/** PNG's filters None, Sub and Up (ISO/IEC 15948, 9.2); no others are in use. */
function guessAt(
  out: Buffer,
  at: number,
  { filter, columns }: { filter: number; columns: number },
) {
  if (filter === 0) return 0;
  if (filter === 1) return at % columns === 0 ? 0 : (out[at - 1] ?? 0);
  if (filter !== 2) unclear(UNUSUAL);
  return at < columns ? 0 : (out[at - columns] ?? 0);
}

/** Rows have `columns` bytes, each row behind a byte with its filter. */
function unpredicted(bytes: Buffer, columns: number): Buffer {
  const width = columns + 1;
  if (columns < 1 || bytes.length % width !== 0) unclear('a stream in it is cut');
  const out = Buffer.alloc((bytes.length / width) * columns);
  for (let at = 0; at < out.length; at++) {
    const row = Math.floor(at / columns);
    const filter = bytes[row * width] ?? 0;
    out[at] = (bytes[at + row + 1] ?? 0) + guessAt(out, at, { filter, columns });
  }
  return out;
}

const NO_PREDICTION = 1;
const FIRST_OF_PNG = 10;

/** The length of predicted rows; undefined if there is no prediction. */
function predictionIn(dict: WrittenDict): number | undefined {
  const parameters = dict.get('DecodeParms');
  if (parameters === undefined) return undefined;
  if (parameters.type !== 'dictionary') unclear(UNUSUAL);
  const { entries } = parameters;
  const predictor = numberIn(entries, 'Predictor') ?? NO_PREDICTION;
  if (predictor === NO_PREDICTION) return undefined;
  const isUsual = !entries.has('Colors') && !entries.has('BitsPerComponent');
  if (predictor < FIRST_OF_PNG || !isUsual) unclear(UNUSUAL);
  return numberIn(entries, 'Columns') ?? 1;
}

/** Data of at most `most` bytes. Throws PdfError UNREADABLE unless it is plain or Flate. */
export function decoded({ value, data }: WrittenObject, most: number): Buffer {
  if (value.type !== 'dictionary' || data === undefined) {
    unclear('a stream in it is missing');
  }
  const { entries } = value;
  if (!entries.has('Filter') && !entries.has('DecodeParms')) return data;
  if (nameIn(entries, 'Filter') !== 'FlateDecode') unclear(UNUSUAL);
  const bytes = inflateSync(data, { maxOutputLength: Math.max(most, 1) });
  const columns = predictionIn(entries);
  return columns === undefined ? bytes : unpredicted(bytes, columns);
}

/** More than the object streams of any signature hold. */
const MOST_BYTES = 64 * 1024 ** 2;

function misfit(): never {
  unclear('an object stream in it holds more than its objects');
}

function headOf(text: string, first: number, count: number): number[] {
  const words = text.slice(0, first).match(/[^\0\t\n\f\r ]+/g) ?? [];
  const numbers = words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : misfit()));
  return numbers.length === 2 * count ? numbers : misfit();
}

/** Object numbers in order. Throws PdfError UNREADABLE unless the stream holds exactly these. */
export function objectsIn(container: WrittenObject): number[] {
  const dict: WrittenDict =
    container.value.type === 'dictionary' ? container.value.entries : new Map();
  const [count = -1, first = -1] = [numberIn(dict, 'N'), numberIn(dict, 'First')];
  const isUsual = nameIn(dict, 'Type') === 'ObjStm' && !dict.has('Extends');
  if (!isUsual || count < 0 || first < 0) unclear('an object stream in it is malformed');
  const text = decoded(container, MOST_BYTES).toString('latin1');
  const numbers = headOf(text, first, count);
  const body = new Syntax(text, first);
  for (let at = 1; at < numbers.length; at += 2) {
    body.skipSpace();
    if (body.at !== first + (numbers[at] ?? 0)) misfit();
    body.value();
  }
  body.skipSpace();
  const ids = numbers.filter((_, at) => at % 2 === 0);
  return body.isAtEnd && new Set(ids).size === ids.length ? ids : misfit();
}
