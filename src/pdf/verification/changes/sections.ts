import type { PDF, PdfRef } from '@libpdf/core';
import { PdfNumber, PdfStream } from '@libpdf/core';
import { fail } from '../../errors.ts';
import { readNumber, readNumbers } from '../../objects.ts';
import { loadPdf } from '../../pdf-file.ts';
import type { Span } from '../revision-objects.ts';
import { tableRows } from '../revision-objects.ts';

/** A cross-reference section: where it stands, and where its `%%EOF` ends. */
type Mark = { readonly at: number; readonly end: number };

/** A section that was appended. */
export interface Appended {
  /** The file up to the end of the section. */
  readonly pdf: PDF;
  /** The objects that were written or freed. */
  readonly written: ReadonlySet<number>;
}

const MARK = /startxref\s+(\d+)\s+%%EOF(?:\r\n|\r|\n)?/g;
const ENDS_IN_MARK = /startxref\s+(\d+)\s+%%EOF\s*$/;
/** Longer than any end of a revision. */
const TAIL = 256;
/** The kinds of rows in a cross-reference stream; the third is an object in an object stream. */
const FREE = 0;
const STANDING = 1;
const ROW = /^(\d{10}) (\d{5}) ([nf])\s*$/;

/** Every end of a revision in a part of the file, by its text. */
export function marksIn(file: Buffer, { from, to }: Span): Mark[] {
  const text = file.toString('latin1', from, to);
  return [...text.matchAll(MARK)].map((match) => ({
    at: Number(match[1]),
    end: from + match.index + match[0].length,
  }));
}

/** The offset of the last section of a signed state, which has to end as a revision does. Throws PdfError BYTE_RANGE. */
export function lastSection(file: Buffer, end: number): number {
  const tail = file.toString('latin1', Math.max(0, end - TAIL), end);
  const [, at] = ENDS_IN_MARK.exec(tail) ?? [];
  if (at === undefined) fail('BYTE_RANGE', 'a signature does not end where a revision ends');
  return Number(at);
}

/** The objects that sections name. */
class Written {
  readonly ids = new Set<number>();
  readonly #containers = new Set<number>();
  readonly #file: Buffer;
  /** The objects in this section, or in an appended one before it. */
  readonly #standing: Set<number>;

  constructor(file: Buffer, standing: Set<number>) {
    this.#file = file;
    this.#standing = standing;
  }

  /** An object that stands at an offset, which has to be in what was appended. */
  stands(id: number, { at, generation, span }: { at: number; generation: number; span: Span }) {
    if (generation !== 0) {
      fail('XREF_FREE', `object ${id} was replaced by one of another generation`);
    }
    const head = this.#file.toString('latin1', at, at + 24);
    if (!(at >= span.from && at < span.to) || !head.startsWith(`${id} 0 obj`)) {
      fail('XREF_OFFSET', `object ${id} does not stand where the file says`);
    }
    this.#standing.add(id);
    this.ids.add(id);
  }

  /** An object in an object stream. */
  isIn(id: number, container: number): void {
    this.#containers.add(container);
    this.ids.add(id);
  }

  isFree(id: number): void {
    this.ids.add(id);
  }

  /** An object must not be taken from a stream that was there before. */
  checkContainers(): void {
    for (const id of this.#containers) {
      if (!this.#standing.has(id)) fail('XREF_OFFSET', `object stream ${id} was not appended`);
    }
  }
}

type Section = { readonly pdf: PDF; readonly at: number; readonly span: Span };

function readTable(file: Buffer, { at, span }: Section, written: Written): void {
  const lines = file.toString('latin1', at, span.to).split(/\r\n|\r|\n/);
  if (lines[0]?.trim() !== 'xref') fail('XREF_KIND', 'a cross-reference table is malformed');
  for (const { id, row } of tableRows(lines.slice(1))) {
    const [, offset, generation, kind] = ROW.exec(row) ?? [];
    if (kind === undefined) fail('XREF_KIND', 'a cross-reference table is malformed');
    if (kind === 'f') written.isFree(id);
    else written.stands(id, { at: Number(offset), generation: Number(generation), span });
  }
}

/** An unsigned number of a cross-reference stream, big-endian. */
function numberAt(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

/** The numbers of the objects that a cross-reference stream has rows for. */
function* idsIn(pdf: PDF, stream: PdfStream): Generator<number> {
  const size = readNumber(pdf, stream.get('Size')) ?? 0;
  const index = readNumbers(pdf, stream.get('Index')) ?? [0, size];
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] ?? 0;
    for (let count = 0; count < (index[pair + 1] ?? 0); count++) yield first + count;
  }
}

/** Reads a cross-reference stream (ISO 32000-2, 7.5.8). */
function readStream({ pdf, span }: Section, stream: PdfStream, written: Written): void {
  const [first = 0, second = 0, third = 0] = readNumbers(pdf, stream.get('W')) ?? [];
  const bytes = stream.getDecodedData();
  let row = 0;
  for (const id of idsIn(pdf, stream)) {
    const kind = first === 0 ? STANDING : numberAt(bytes, row, first);
    const at = numberAt(bytes, row + first, second);
    const generation = numberAt(bytes, row + first + second, third);
    if (kind === FREE) written.isFree(id);
    else if (kind === STANDING) written.stands(id, { at, generation, span });
    else written.isIn(id, at);
    row += first + second + third;
  }
}

/** Checks a section's place in the chain, and that it continues the same document. */
function checkTrailer(pdf: PDF, previous: number, root: PdfRef | undefined): void {
  const { trailer } = pdf.context.info;
  const own = trailer.getRef('Root');
  const prev = trailer.get('Prev');
  if (!(prev instanceof PdfNumber) || prev.value !== previous || trailer.has('XRefStm')) {
    fail('HIDDEN_REVISION', 'a part of the file stands outside the chain of its revisions');
  }
  if (own === undefined || own.objectNumber !== root?.objectNumber || trailer.has('Encrypt')) {
    fail('CATALOG_CHANGED', 'a revision replaced the whole document');
  }
}

/**
 * Reads what was appended to a signed state, up to the end of the next one, a section at a time. Every section in between
 * is on the chain of `/Prev` down to the signed state's own (ISO 32000-2, 7.5.6). Throws PdfError NOT_WHOLE_FILE,
 * HIDDEN_REVISION, CATALOG_CHANGED or XREF_…, and LibPDF's errors for what it cannot read.
 */
export async function* readAppended(
  file: Buffer,
  span: Span,
  before: PDF,
): AsyncGenerator<Appended> {
  const marks = marksIn(file, span);
  if (marks.at(-1)?.end !== span.to) {
    fail('NOT_WHOLE_FILE', 'the file continues behind its last revision');
  }
  const root = before.context.info.trailer.getRef('Root');
  const standing = new Set<number>();
  let [previous, start] = [lastSection(file, span.from), span.from];
  for (const { at, end } of marks) {
    if (at < start || at >= end) {
      fail('HIDDEN_REVISION', 'a revision has its cross-reference table elsewhere');
    }
    const pdf = await loadPdf(file.subarray(0, end));
    checkTrailer(pdf, previous, root);
    const written = new Written(file, standing);
    const { trailer } = pdf.context.info;
    const section = { pdf, at, span: { from: span.from, to: end } };
    if (trailer instanceof PdfStream) readStream(section, trailer, written);
    else readTable(file, section, written);
    written.checkContainers();
    yield { pdf, written: written.ids };
    [previous, start] = [at, end];
  }
}
