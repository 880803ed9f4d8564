import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfStream } from '@libpdf/core';
import { readArray, readObject } from '../objects.ts';

/** The next string, comment, hexadecimal string, name, number or operator of a content stream. */
const WORD = /\(|%[^\r\n]*|<[^<>]*>|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+/g;
const OPERATOR = /^[A-Za-z'"]/;
/** Image data is binary: the operator that ends it is followed by text. */
const END_OF_IMAGE = /[\0\t\n\f\r ]EI(?=$|[\0\t\n\f\r ](?:[\t\n\r -~]{8}|[\t\n\r -~]{0,7}$))/g;
/** What closes what an operator opens: marked content, text object, graphics state. */
const CLOSES = new Map([
  ['BMC', 'EMC'],
  ['BDC', 'EMC'],
  ['BT', 'ET'],
  ['q', 'Q'],
]);

/** The end of a string whose opening bracket is before `from`: brackets nest in it. */
function afterString(content: string, from: number): number {
  const bracket = /\\[\s\S]|[()]/g;
  bracket.lastIndex = from;
  for (let depth = 1; depth > 0; ) {
    const [found] = bracket.exec(content) ?? [];
    if (found === undefined) return content.length;
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
  }
  return bracket.lastIndex;
}

function afterImage(content: string, from: number): number {
  const end = new RegExp(END_OF_IMAGE);
  end.lastIndex = from;
  return end.test(content) ? end.lastIndex : content.length;
}

/** The operators of a content stream (ISO 32000-2, 7.8.2), and where they stand. */
function* operatorsOf(content: string): Generator<{ readonly name: string; readonly at: number }> {
  const next = new RegExp(WORD);
  for (let found = next.exec(content); found !== null; found = next.exec(content)) {
    const [name] = found;
    if (name === '(') next.lastIndex = afterString(content, next.lastIndex);
    else if (name === 'ID') next.lastIndex = afterImage(content, next.lastIndex);
    else if (OPERATOR.test(name)) yield { name, at: found.index };
  }
}

interface Imbalance {
  /** Where a state is restored that was not saved, which readers skip. */
  readonly excess: readonly number[];
  /** The operators that close what is left open. */
  readonly missing: string;
}

function imbalanceOf(content: string): Imbalance {
  const open = new Map([...CLOSES.values()].map((closer) => [closer, 0]));
  const excess: number[] = [];
  for (const { name, at } of operatorsOf(content)) {
    const closer = CLOSES.get(name);
    const depth = open.get(closer ?? name);
    if (depth === undefined) continue;
    if (closer !== undefined) open.set(closer, depth + 1);
    else if (depth > 0) open.set(name, depth - 1);
    else if (name === 'Q') excess.push(at);
  }
  const missing = [...open].map(([closer, depth]) => `${closer} `.repeat(depth));
  return { excess, missing: missing.join('') };
}

/** A stream of operators, registered. */
export const plainStream = (pdf: PDF, content: string): PdfObject =>
  pdf.register(new PdfStream([], new Uint8Array(Buffer.from(content, 'latin1'))));

/** The decoded content of a page; undefined if a part of it cannot be decoded. */
function decoded(pdf: PDF, parts: readonly PdfObject[]): string | undefined {
  const streams = parts.map((part) => readObject(pdf, part));
  const dataOf = (one: PdfObject | undefined) =>
    one instanceof PdfStream ? Buffer.from(one.getDecodedData()).toString('latin1') : '';
  try {
    return streams.map(dataOf).join('\n');
  } catch {
    return undefined;
  }
}

function without(content: string, positions: readonly number[]): string {
  const bytes = Buffer.from(content, 'latin1');
  for (const at of positions) bytes.write(' ', at);
  return bytes.toString('latin1');
}

/**
 * The parts of a page's content, with what they leave open closed, and without restoring states that were not saved: what
 * follows is neither moved, scaled nor hidden by them. Content that cannot be decoded stays as it is.
 */
export function balancedContent(pdf: PDF, page: PDFPage): PdfObject[] {
  const contents = page.dict.get('Contents');
  const parts = readArray(pdf, contents)?.toArray() ?? (contents ? [contents] : []);
  const content = decoded(pdf, parts);
  if (content === undefined) return parts;
  const { excess, missing } = imbalanceOf(content);
  const kept = excess.length > 0 ? [plainStream(pdf, without(content, excess))] : parts;
  return missing === '' ? kept : [...kept, plainStream(pdf, `\n${missing}`)];
}

/** Balances the content of a page: readers that make annotations a part of it, to print them, draw them after it. */
export function balancePage(pdf: PDF, page: PDFPage): void {
  if (page.dict.has('Contents'))
    page.dict.set('Contents', new PdfArray(balancedContent(pdf, page)));
}
