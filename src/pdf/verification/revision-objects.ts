import { fail } from '../errors.ts';

/** A part of a file; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };

const ROW = /^(\d{10}) 00000 (n)\s*$/;
const SECTION = /^(\d+) (\d+)\s*$/;
/** The head of the free list, which some writers repeat. */
const FREE_LIST_HEAD = /^0000000000 65535 f\s*$/;

/** The offset of the last cross-reference table before `to`; NaN if there is none. */
export function lastXref(file: Buffer, to: number): number {
  const at = file.lastIndexOf('startxref', to);
  if (at < 0) return Number.NaN;
  const text = file.toString('latin1', at, Math.min(to, at + 40));
  return Number(/^startxref\s+(\d+)/.exec(text)?.[1]);
}

/** Checks that a row of the table leads to its object, within the revision. */
function checkRow(file: Buffer, row: string, { id, span }: { id: number; span: Span }): void {
  const [, offset, kind] = ROW.exec(row) ?? [];
  if (kind !== 'n') fail('XREF_FREE', `object ${id} was removed`);
  const at = Number(offset);
  const head = `${id} 0 obj`;
  const isThere = at >= span.from && at + head.length <= span.to;
  if (!isThere || file.toString('latin1', at, at + head.length) !== head) {
    fail('XREF_OFFSET', `object ${id} was moved`);
  }
}

/** The rows of a classic cross-reference table, from the lines behind `xref`. Throws PdfError XREF_KIND. */
export function* tableRows(lines: readonly string[]): Generator<{ id: number; row: string }> {
  let line = 0;
  for (let head = SECTION.exec(lines[line] ?? ''); head; head = SECTION.exec(lines[line] ?? '')) {
    const [, first, count] = head;
    for (let index = 0; index < Number(count); index++) {
      line += 1;
      yield { id: Number(first) + index, row: lines[line] ?? '' };
    }
    line += 1;
  }
  if (lines[line]?.trim() !== 'trailer')
    fail('XREF_KIND', 'a cross-reference table has no trailer');
}

/**
 * The numbers of the objects that an incremental update wrote, from its classic cross-reference table,
 * the only kind that we write. Throws PdfError if the table leads outside the update.
 */
export function revisionObjects(file: Buffer, revision: Span): number[] {
  const at = lastXref(file, revision.to);
  if (!(at >= revision.from && at < revision.to)) {
    fail('XREF_OUTSIDE_REVISION', 'a revision has no cross-reference table of its own');
  }
  const text = file.toString('latin1', at, revision.to);
  if (!text.startsWith('xref')) fail('XREF_KIND', 'a revision was written by other software');
  const span = { from: revision.from, to: at };
  const ids: number[] = [];
  for (const { id, row } of tableRows(text.split(/\r\n|\r|\n/).slice(1))) {
    if (id === 0 && FREE_LIST_HEAD.test(row)) continue;
    checkRow(file, row, { id, span });
    ids.push(id);
  }
  return ids;
}
