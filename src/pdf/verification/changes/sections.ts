import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { PdfRef } from '@libpdf/core';
import { readDict, readObject } from '../../objects.ts';
import { fail } from '../../pdf-errors.ts';
import type { RevisionChain } from '../xref/chain.ts';
import { continueChain, loadChain, startOf } from '../xref/chain.ts';
import type { WrittenObject } from '../xref/object.ts';
import { objectAt, objectsIn } from '../xref/object.ts';
import type { Section, XrefRow } from '../xref/section.ts';
import { readSection } from '../xref/section.ts';
import type { ComparedValue } from './equal.ts';

/** `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };

type Mark = { readonly at: number; readonly end: number };

export interface Appended {
  /** The file up to the end of the section. */
  readonly pdf: PDF;
  readonly chain: RevisionChain;
  /** Numbers of the objects that were written or freed. */
  readonly written: ReadonlySet<number>;
}

const MARK = /startxref\s+(\d+)\s+%%EOF(?:\r\n|\r|\n)?/g;
const ENDS_IN_MARK = /startxref\s+\d+\s+%%EOF\s*$/;
/** Longer than any end of a revision. */
const TAIL = 256;
/** White space, and comments without words that some programs look for. */
const BETWEEN = /^(?:[\0\t\n\f\r ]|%(?:(?!obj|xref|trailer|stream)[^\r\n])*(?:\r|\n|$))*$/;
/** Some programs count the preceding line end as part of an object. */
const LINE_BEFORE = /^(?:\r\n|\r|\n)?/;

/** Finds the ends of revisions by their text. */
export function marksIn(file: Buffer, { from, to }: Span): Mark[] {
  const text = file.toString('latin1', from, to);
  return [...text.matchAll(MARK)].map((match) => ({
    at: Number(match[1]),
    end: from + match.index + match[0].length,
  }));
}

/** Line ends that programs leave after the last `%%EOF`; more would hide it from some readers. */
const LINES_BEHIND = /%%EOF(?:\r\n|\r(?!\n)|\n)([\r\n]{1,16})$/;

/** Where the last revision ends, without line ends after it, which show nothing. */
export function endOf(file: Buffer): number {
  const tail = file.toString('latin1', Math.max(0, file.length - TAIL));
  return file.length - (LINES_BEHIND.exec(tail)?.[1]?.length ?? 0);
}

/** A signed state must end as a revision does. Throws PdfError BYTE_RANGE. */
export function checkEnd(file: Buffer, end: number): void {
  const tail = file.toString('latin1', Math.max(0, end - TAIL), end);
  if (!ENDS_IN_MARK.test(tail)) {
    fail('BYTE_RANGE', 'a signature does not end where a revision ends');
  }
}

/** A section must follow the one that `start` leads to, and continue the same document. */
function checkTrailer(before: RevisionChain, section: Section, start: number): void {
  const previous = [before.last.from, start];
  if (section.prev === undefined || !previous.includes(section.prev)) {
    fail('HIDDEN_REVISION', 'a part of the file stands outside the chain of its revisions');
  }
  if (section.root !== before.last.root) {
    fail('CATALOG_CHANGED', 'a revision replaced the whole document');
  }
  const most = Math.max(-1, ...section.rows.keys());
  if (section.size < before.last.size || section.size <= most) {
    fail('XREF_KIND', 'a revision states a wrong number of objects');
  }
}

type SectionStanding = Extract<XrefRow, { kind: 'standing' }>;

class Objects {
  readonly #file: Buffer;
  readonly #section: Section;
  readonly #span: Span;
  readonly #read = new Map<number, WrittenObject & Span>();

  constructor(file: Buffer, section: Section, span: Span) {
    this.#file = file;
    this.#section = section;
    this.#span = span;
  }

  /** Reads every object. Returns the parts of the file that they take up. */
  check(): Span[] {
    const contained = new Map<number, Map<number, number>>();
    for (const [id, row] of this.#section.rows) {
      if (row.kind === 'standing') this.#standing(id, row);
      if (row.kind !== 'contained') continue;
      const members = contained.get(row.container) ?? new Map<number, number>();
      contained.set(row.container, members.set(row.index, id));
    }
    for (const [container, members] of contained) this.#checkMembers(container, members);
    return [...this.#read.values()].map(({ from, to }) => ({ from, to }));
  }

  #standing(id: number, { at, generation }: SectionStanding): WrittenObject {
    const known = this.#read.get(id);
    if (known) return known;
    const { from, to } = this.#span;
    if (generation !== 0) {
      fail('XREF_FREE', `object ${id} was replaced by one of another generation`);
    }
    const text = at >= from && at < to ? this.#file.toString('latin1', at, at + 24) : '';
    const [line = ''] = LINE_BEFORE.exec(text) ?? [];
    if (!text.startsWith(`${id} 0 obj`, line.length)) {
      fail('XREF_OFFSET', `object ${id} does not stand where the file says`);
    }
    const span = { from: at + line.length, to };
    const object = objectAt(this.#file, span, (length) => this.#numberIn(length));
    this.#read.set(id, { ...object, from: at, to: object.end });
    return object;
  }

  /** The value of a number object in this section. */
  #numberIn(id: number): number | undefined {
    const row = this.#section.rows.get(id);
    if (row?.kind !== 'standing') return undefined;
    const { value } = this.#standing(id, row);
    return value.type === 'number' ? value.value : undefined;
  }

  /** An object stream holds exactly the objects that the section names. */
  #checkMembers(container: number, members: ReadonlyMap<number, number>): void {
    const row = this.#section.rows.get(container);
    if (row?.kind !== 'standing') {
      fail('XREF_OFFSET', `object stream ${container} was not appended`);
    }
    const ids = objectsIn(this.#standing(container, row));
    const isSame = ids.length === members.size && ids.every((id, at) => members.get(at) === id);
    if (!isSame) fail('XREF_OFFSET', `object stream ${container} holds other objects`);
  }
}

/** Every byte of a revision belongs to an object, to its section or to its end. */
function checkBytes(file: Buffer, spans: readonly Span[], { from, to }: Span): void {
  let at = from;
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.from < at) fail('XREF_OFFSET', 'two objects share a part of the file');
    if (!BETWEEN.test(file.toString('latin1', at, span.from))) {
      fail('STRAY_OBJECT', 'a part of a revision belongs to none of its objects');
    }
    at = span.to;
  }
  if (!BETWEEN.test(file.toString('latin1', at, file.lastIndexOf('startxref', to)))) {
    fail('STRAY_OBJECT', 'a part of a revision belongs to none of its objects');
  }
}

/** Accounts for every byte since the end of the section before. */
function readRevision(
  file: Buffer,
  before: RevisionChain,
  { at, start, end }: Mark & { start: number },
) {
  if (at < start || at >= end) {
    fail('HIDDEN_REVISION', 'a revision has its cross-reference table elsewhere');
  }
  const section = readSection(file, at, { to: end });
  checkTrailer(before, section, startOf(file.subarray(0, start)));
  const span = { from: start, to: end };
  const spans = new Objects(file, section, span).check();
  // A cross-reference stream may list itself.
  const own = spans.some(({ from }) => from === section.from) ? [] : [section];
  checkBytes(file, [...spans, ...own], span);
  return section;
}

/**
 * Reads the sections appended to a signed state, up to the end of the next one. Each must be on the
 * chain of `/Prev` down to the signed state's own (ISO 32000-2, 7.5.6), and written so that all
 * programs read it alike. Throws PdfError NOT_WHOLE_FILE, HIDDEN_REVISION, CATALOG_CHANGED,
 * STRAY_OBJECT or XREF_…, and other errors, such as UNREADABLE, for what programs may read in
 * different ways.
 */
export async function* readAppended(
  file: Buffer,
  span: Span,
  first: RevisionChain,
): AsyncGenerator<Appended> {
  const marks = marksIn(file, span);
  if (marks.at(-1)?.end !== span.to) {
    fail('NOT_WHOLE_FILE', 'the file continues behind its last revision');
  }
  let [chain, start] = [first, span.from];
  for (const mark of marks) {
    const section = readRevision(file, chain, { ...mark, start });
    chain = continueChain(chain, section);
    const pdf = await loadChain(file.subarray(0, mark.end), chain);
    yield { pdf, chain, written: new Set(section.rows.keys()) };
    start = mark.end;
  }
}

/** The objects of a file after a signature, or at its end. */
export interface State {
  readonly trailer: PdfDict;
  get(id: number): PdfObject | undefined;
  read(value: ComparedValue): PdfObject | undefined;
  dict(value: ComparedValue): PdfDict | undefined;
}

function stateOf(trailer: PdfDict, get: State['get']): State {
  const source = { getObject: ({ objectNumber }: PdfRef) => get(objectNumber) ?? null };
  const read = (value: ComparedValue) => readObject(source, value);
  const dict = (value: ComparedValue) => readDict(source, value);
  return { trailer, get, read, dict };
}

export function firstState(pdf: PDF): State {
  return stateOf(pdf.context.info.trailer, (id) => pdf.getObject(PdfRef.of(id, 0)) ?? undefined);
}

/** Reads objects that were not rewritten only once. */
export function nextState(before: State, { pdf, written }: Appended): State {
  return stateOf(pdf.context.info.trailer, (id) =>
    written.has(id) ? (pdf.getObject(PdfRef.of(id, 0)) ?? undefined) : before.get(id),
  );
}
