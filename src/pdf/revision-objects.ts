import { CheckFailed } from './problem.ts';

/** A part of a file: from its first byte to behind its last. */
export type Span = { readonly from: number; readonly to: number };

const ROW = /^(\d{10}) (\d{5}) ([nf])/;
const SECTION = /^(\d+) (\d+)\s*$/;

function fail(code: string, message: string): never {
  throw new CheckFailed(code, message);
}

/** Where the last cross-reference table before `to` begins; NaN for none. */
export function lastXref(file: Buffer, to: number): number {
  const at = file.lastIndexOf('startxref', to);
  if (at < 0) return Number.NaN;
  const text = file.toString('latin1', at, Math.min(to, at + 40));
  return Number(/^startxref\s+(\d+)/.exec(text)?.[1]);
}

function objectOf(row: string, id: number, span: Span): number | undefined {
  const [, offset, generation, kind] = ROW.exec(row) ?? [];
  if (kind === 'f' && id === 0) return undefined;
  if (kind !== 'n' || generation !== '00000') fail('XREF_FREE', `object ${id} was removed`);
  const at = Number(offset);
  if (at < span.from || at >= span.to) fail('XREF_OFFSET', `object ${id} was moved`);
  return id;
}

function readTable(lines: readonly string[], span: Span): number[] {
  const ids: number[] = [];
  let line = 0;
  for (let head = SECTION.exec(lines[line] ?? ''); head; head = SECTION.exec(lines[line] ?? '')) {
    line += 1;
    for (let index = 0; index < Number(head[2]); index++, line++) {
      const id = objectOf(lines[line] ?? '', Number(head[1]) + index, span);
      if (id !== undefined) ids.push(id);
    }
  }
  return ids;
}

/**
 * The numbers of the objects that one appended revision wrote, from its classic cross-reference table,
 * the only kind that we write. Throws CheckFailed when it reaches outside itself.
 */
export function revisionObjects(file: Buffer, revision: Span): number[] {
  const at = lastXref(file, revision.to);
  if (!(at >= revision.from && at < revision.to)) {
    fail('XREF_OUTSIDE_REVISION', 'a revision has no cross-reference table of its own');
  }
  const text = file.toString('latin1', at, revision.to);
  if (!text.startsWith('xref')) fail('XREF_KIND', 'a revision was written by other software');
  return readTable(text.split(/\r\n|\r|\n/).slice(1), { from: revision.from, to: at });
}
