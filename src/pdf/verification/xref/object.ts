import type { Written, WrittenDict } from './syntax.ts';
import { numberIn, Syntax, unclear } from './syntax.ts';

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
