import { PdfName } from '@libpdf/core';
import { compareEvidence } from './compare-evidence.ts';
import { compareForm } from './compare-form.ts';
import { compareInfo, compareMetadata } from './compare-metadata.ts';
import { comparePages } from './compare-pages.ts';
import { Comparison, changed } from './comparison.ts';
import type { Ground } from './ground.ts';
import type { Level } from './level.ts';
import type { State } from './state.ts';

/** How far the changes between two states go, and the first of those that go furthest. */
export interface Step {
  readonly level: Level;
  readonly what: string | undefined;
}

const COMPARED = ['AcroForm', 'Pages', 'DSS', 'Metadata', 'Version', 'Extensions'];

/**
 * Compares two states of a file, of which the first is signed; `written` are the numbers of the objects written since.
 * Throws PdfError CHANGED, FIELD_LOCKED or STRAY_OBJECT for a change that no rule permits.
 */
export function compareStates(
  before: State,
  after: State,
  { written, ground }: { readonly written: ReadonlySet<number>; readonly ground: Ground },
): Step {
  const c = new Comparison(before, after, written);
  const [rootBefore, rootAfter] = [before.trailer.get('Root'), after.trailer.get('Root')];
  const catalog = c.pair(rootBefore, rootAfter, { what: 'the catalogue', role: 'catalogue' });
  if (catalog === undefined) return changed('the catalogue');
  c.sameExcept(catalog, COMPARED, 'the catalogue');
  const at = (key: string) => [catalog.before.get(key), catalog.after.get(key)] as const;
  const version = after.read(catalog.after.get('Version'));
  if (version !== undefined && !(version instanceof PdfName)) changed('the version');
  for (const key of ['Version', 'Extensions']) {
    const value = catalog.after.get(key);
    c.explain(value, 'metadata', `/${key}`);
    c.add(after.read(value), `/${key}`);
  }
  const fields = compareForm(c, catalog, ground);
  const [pages, pagesNow] = at('Pages');
  comparePages(c, { before: pages, after: pagesNow }, fields);
  compareEvidence(c, ...at('DSS'));
  compareMetadata(c, ...at('Metadata'));
  compareInfo(c, before.trailer.get('Info'), after.trailer.get('Info'));
  c.settle();
  return c.result;
}
