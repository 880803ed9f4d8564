import { inflateSync } from '../../../platform/zlib.ts';
import type { WrittenObject } from './object.ts';
import type { WrittenDict } from './syntax.ts';
import { nameIn, numberIn, Syntax, unclear } from './syntax.ts';

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
