import { constants, inflateSync } from 'node:zlib';
import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfStream } from '@libpdf/core';
import { readArray, readName, readObject } from '../objects.ts';

/** Longer content is not read: drawing such a page takes seconds. */
const MOST_BYTES = 16 * 1024 ** 2;
/** The most that filters other than a plain FlateDecode are assumed to enlarge data. */
const HIGHEST_RATIO = 1024;
const codeOf = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, ESCAPE, COMMENT, NAME] = [...'()\\%/'].map(codeOf);
const SPACE = codeOf(' ');
const ENDS_LINE: ReadonlySet<number | undefined> = new Set([...'\r\n'].map(codeOf));
/** 1 for characters outside words: white space and delimiters. */
const SEPARATES = new Uint8Array(256);
for (const one of '\0\t\n\f\r ()<>[]{}/%') SEPARATES[codeOf(one)] = 1;
/** First letters of operators that open or close something. */
const STARTS = Buffer.from('qQBEI');
/** Longer words open and close nothing. */
const LONGEST = 3;
/** Image data is binary: its end operator is followed by text. */
const END_OF_IMAGE = /[\0\t\n\f\r ]EI(?=$|[\0\t\n\f\r ](?:[\t\n\r -~]{8}|[\t\n\r -~]{0,7}$))/g;
/** Pairs for marked content, text objects and graphics states. */
const CLOSES = new Map([
  ['BMC', 'EMC'],
  ['BDC', 'EMC'],
  ['BT', 'ET'],
  ['q', 'Q'],
]);

function afterWord(content: Buffer, from: number): number {
  let at = from;
  while (at < content.length && SEPARATES[content[at] ?? 0] === 0) at += 1;
  return at;
}

/** Brackets nest in strings. */
function afterString(content: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at++) {
    const byte = content[at];
    if (byte === ESCAPE) at += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}

function afterComment(content: Buffer, from: number): number {
  let at = from;
  while (at < content.length && !ENDS_LINE.has(content[at])) at += 1;
  return at;
}

function afterImage(content: Buffer, from: number): number {
  const end = new RegExp(END_OF_IMAGE);
  return end.test(content.toString('latin1', from)) ? from + end.lastIndex : content.length;
}

function wordIn(content: Buffer, from: number, to: number): string {
  if (to - from === 1) return String.fromCharCode(content[from] ?? 0);
  return to - from <= LONGEST ? content.toString('latin1', from, to) : '';
}

function afterToken(content: Buffer, at: number): number {
  const byte = content[at] ?? 0;
  if (byte === OPEN) return afterString(content, at);
  if (byte === COMMENT) return afterComment(content, at);
  if (byte === NAME) return afterWord(content, at + 1);
  return SEPARATES[byte] === 1 ? at + 1 : afterWord(content, at);
}

/** Skips what opens or closes nothing, strings, names, comments, images (ISO 32000-2, 7.8.2). */
function eachWord(content: Buffer, take: (word: string, at: number) => void): void {
  for (let at = 0; at < content.length; ) {
    const end = afterToken(content, at);
    const word = STARTS.includes(content[at] ?? 0) ? wordIn(content, at, end) : '';
    if (word !== '') take(word, at);
    at = word === 'ID' ? afterImage(content, end) : end;
  }
}

/** Blanks each `Q` without `q`, which readers skip. Returns operators that close what is open. */
function balance(content: Buffer): { readonly missing: string; readonly isChanged: boolean } {
  const open = new Map([...CLOSES.values()].map((closer) => [closer, 0]));
  let isChanged = false;
  eachWord(content, (word, at) => {
    const closer = CLOSES.get(word);
    const depth = open.get(closer ?? word);
    if (depth === undefined) return;
    if (closer !== undefined) open.set(closer, depth + 1);
    else if (depth > 0) open.set(word, depth - 1);
    else if (word === 'Q') {
      content[at] = SPACE;
      isChanged = true;
    }
  });
  const missing = [...open].map(([closer, depth]) => `${closer} `.repeat(depth));
  return { missing: missing.join(''), isChanged };
}

export const plainStream = (pdf: PDF, content: Uint8Array): PdfObject =>
  pdf.register(new PdfStream([], new Uint8Array(content)));

/** Throws if a stream cannot be decoded or may be too long. */
function dataOf(pdf: PDF, stream: PdfStream): Buffer {
  if (readName(pdf, stream.get('Filter')) === 'FlateDecode' && !stream.has('DecodeParms')) {
    // Like readers, reads a truncated stream as far as possible.
    const options = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(stream.data, options);
  }
  const most = stream.has('Filter') ? MOST_BYTES / HIGHEST_RATIO : MOST_BYTES;
  if (stream.data.length > most) throw new RangeError('the content may be too long');
  return Buffer.from(stream.getDecodedData());
}

/** Undefined if a part cannot be decoded or the content is too long. */
function contentOf(pdf: PDF, parts: readonly PdfObject[]): Buffer | undefined {
  const data: Buffer[] = [];
  try {
    for (const part of parts) {
      const stream = readObject(pdf, part);
      if (stream instanceof PdfStream) data.push(dataOf(pdf, stream), Buffer.from('\n'));
    }
  } catch {
    return undefined;
  }
  const content = Buffer.concat(data);
  return content.length > MOST_BYTES ? undefined : content;
}

/**
 * A page's content with all it opens closed and no unmatched `Q`, so that it can't move, scale or
 * hide what follows. Content that cannot be decoded stays as it is.
 */
export function balancedContent(pdf: PDF, page: PDFPage): PdfObject[] {
  const contents = page.dict.get('Contents');
  const parts = readArray(pdf, contents)?.toArray() ?? (contents ? [contents] : []);
  const content = contentOf(pdf, parts);
  if (content === undefined) return parts;
  const { missing, isChanged } = balance(content);
  const kept = isChanged ? [plainStream(pdf, content)] : parts;
  return missing === '' ? kept : [...kept, plainStream(pdf, Buffer.from(`\n${missing}`))];
}
