import type { PDF } from '@libpdf/core';
import { fail } from '../../pdf-errors.ts';
import { loadPdf } from '../../pdf-file.ts';
import type { Section, XrefRow } from './section.ts';
import { readSection } from './section.ts';
import { unclear } from './syntax.ts';

/** Where each object is, from all sections of a file together. */
export interface RevisionChain {
  readonly rows: ReadonlyMap<number, XrefRow>;
  readonly last: Section;
}

const START = /startxref[\0\t\n\f\r ]+(\d{1,15})[\0\t\n\f\r ]+%%EOF/g;
/** How far from the end of a file its `startxref` may be, in bytes. */
const TAIL = 1024;
const AN_OBJECT = /\d\s+\d+\s+obj\b/;
/** More than any updated file has. */
const MOST_SECTIONS = 1000;

/** The offset of the newest section. Throws PdfError UNREADABLE if the file does not say it. */
export function startOf(file: Buffer): number {
  const tail = file.toString('latin1', Math.max(0, file.length - TAIL));
  const at = [...tail.matchAll(START)].at(-1)?.[1];
  if (at === undefined) unclear('its end does not say where its objects are');
  return Number(at);
}

/** Programs that know both kinds read the stream where the table says free. */
function completed(file: Buffer, section: Section): Section {
  if (section.hybrid === undefined) return section;
  const hidden = readSection(file, section.hybrid, { to: file.length, isUpload: true });
  const used = [...section.rows].filter(([, { kind }]) => kind !== 'free');
  return { ...section, rows: new Map([...section.rows, ...hidden.rows, ...used]) };
}

function* sectionsOf(file: Buffer, start: number, isUpload: boolean): Generator<Section> {
  const seen = new Set<number>();
  for (let at: number | undefined = start; at !== undefined; ) {
    const section = readSection(file, at, { to: file.length, isUpload });
    if (seen.has(section.from) || seen.size > MOST_SECTIONS) {
      unclear('its sections lead in a circle');
    }
    seen.add(section.from);
    yield completed(file, section);
    at = section.prev;
  }
}

function chainOf([last, ...others]: readonly Section[]): RevisionChain {
  const rows = new Map<number, XrefRow>();
  if (last?.root === undefined) unclear('it has no catalogue');
  for (const section of [last, ...others]) {
    for (const [id, row] of section.rows) if (!rows.has(id)) rows.set(id, row);
  }
  return { rows, last };
}

/** An object is where the newest section that lists it says. */
export function readChain(file: Buffer): RevisionChain {
  return chainOf([...sectionsOf(file, startOf(file), false)]);
}

/** The file from its last `startxref`; undefined if cut off before it or after a revision. */
export function endOf(file: Buffer): string | undefined {
  const mark = file.lastIndexOf('startxref', undefined, 'latin1');
  const end = mark < 0 ? '' : file.toString('latin1', mark);
  return /^startxref\s+\d/.test(end) && !AN_OBJECT.test(end) ? end : undefined;
}

/**
 * Reads an upload as viewers do: comments may precede a section, hybrid ones are read, and anything
 * but an object may follow the end. Throws PdfError UNREADABLE or ENCRYPTED.
 */
export function readUploadedChain(file: Buffer): RevisionChain {
  const [at] = /\d+/.exec(endOf(file) ?? '') ?? [];
  if (at === undefined) unclear('its last revision was cut off');
  return chainOf([...sectionsOf(file, Number(at), true)]);
}

/** Throws PdfError XREF_OFFSET if the section brings an object stream that was missing. */
export function continueChain({ rows }: RevisionChain, section: Section): RevisionChain {
  const containers = new Set<number>();
  for (const row of rows.values()) if (row.kind === 'contained') containers.add(row.container);
  for (const id of section.rows.keys()) {
    if (containers.has(id)) fail('XREF_OFFSET', `object stream ${id} was replaced`);
  }
  return { rows: new Map([...rows, ...section.rows]), last: section };
}

/** Bytes of a row's fields: kind; offset or object stream; generation or index. */
const WIDTHS = [1, 6, 4] as const;
const KINDS = { free: 0, standing: 1, contained: 2 } as const;

function fieldsOf(row: XrefRow): readonly [number, number] {
  if (row.kind === 'free') return [0, 0];
  return row.kind === 'standing' ? [row.at, row.generation] : [row.container, row.index];
}

/** A single cross-reference stream of all rows, without a section before it. */
function sectionOf({ rows, last }: RevisionChain, offset: number): Buffer {
  const ids = [...rows.keys()].sort((a, b) => a - b);
  const width = WIDTHS[0] + WIDTHS[1] + WIDTHS[2];
  const data = Buffer.alloc(ids.length * width);
  for (const [index, id] of ids.entries()) {
    const row = rows.get(id) ?? { kind: 'free' };
    const [second, third] = fieldsOf(row);
    data.writeUInt8(KINDS[row.kind], index * width);
    data.writeUIntBE(second, index * width + WIDTHS[0], WIDTHS[1]);
    data.writeUInt32BE(third, index * width + WIDTHS[0] + WIDTHS[1]);
  }
  const own = Math.max(last.size, ...ids.slice(-1).map((id) => id + 1));
  const index = ids.flatMap((id, at) => (ids[at - 1] === id - 1 ? [] : [at]));
  const pairs = index.map((at, one) => `${ids[at]} ${(index[one + 1] ?? ids.length) - at}`);
  const info = last.info === undefined ? '' : `/Info ${last.info} 0 R`;
  const head = `\n${own} 0 obj\n<< /Type /XRef /Size ${own + 1} /Root ${last.root} 0 R ${info} /W [${WIDTHS.join(' ')}] /Index [${pairs.join(' ')}] /Length ${data.length} >>\nstream\n`;
  const tail = `\nendstream\nendobj\nstartxref\n${offset + 1}\n%%EOF\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from(tail, 'latin1')]);
}

/** LibPDF reads one section made of these rows, not the file's own: both cannot disagree. */
export async function loadChain(file: Buffer, chain: RevisionChain): Promise<PDF> {
  return await loadPdf(Buffer.concat([file, sectionOf(chain, file.length)]));
}

/** Throws PdfError UNREADABLE for ambiguous sections, HIDDEN_REVISION for hybrid, ENCRYPTED. */
export async function loadSigned(file: Buffer): Promise<PDF> {
  return await loadChain(file, readChain(file));
}
