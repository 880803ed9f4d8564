import type { PdfObject } from '@libpdf/core';
import { PdfRef } from '@libpdf/core';
import type { Comparison, Pair } from './comparison.ts';
import { changed } from './comparison.ts';
import type { ComparedValue } from './equal.ts';
import { equal } from './equal.ts';

interface PageNode {
  readonly before: ComparedValue;
  readonly after: ComparedValue;
}

/** A page may gain the widgets of permitted fields. */
function compareAnnotations(c: Comparison, page: Pair, fields: ReadonlySet<number>): void {
  const what = 'an annotation of a page';
  const [a, b] = [page.before.get('Annots'), page.after.get('Annots')];
  const { old, added } = c.grown(a, b, what);
  if (a === undefined && b !== undefined && added.length === 0) changed(what);
  for (const item of old) c.follow(item, 'Annots', what);
  for (const item of added) {
    if (!(item instanceof PdfRef) || !fields.has(item.objectNumber)) changed(what);
  }
}

/** Returns the nodes below a page or page tree node. */
function compareNode(c: Comparison, node: PageNode, fields: ReadonlySet<number>): PdfObject[] {
  const pair = c.pair(node.before, node.after, { what: 'a page', role: 'page' });
  if (pair === undefined) return [];
  const { before, after } = pair;
  if (!equal(before.get('Parent'), after.get('Parent'))) changed('a page');
  c.sameExcept(pair, ['Parent', 'Kids', 'Annots'], 'a page');
  compareAnnotations(c, pair, fields);
  return c.kept(before.get('Kids'), after.get('Kids'), 'the number or order of pages');
}

/** `fields` are the numbers of permitted new fields' widgets. Throws PdfError CHANGED. */
export function comparePages(c: Comparison, root: PageNode, fields: ReadonlySet<number>): void {
  const open: PageNode[] = [root];
  const seen = new Set<number>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const id = node.after instanceof PdfRef ? node.after.objectNumber : 0;
    if (seen.has(id)) continue;
    if (id !== 0) seen.add(id);
    const kids = compareNode(c, node, fields);
    open.push(...kids.map((kid) => ({ before: kid, after: kid })));
  }
}
