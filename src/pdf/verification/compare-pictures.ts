import type { PDF, PdfDict } from '@libpdf/core';
import { readArray, readDict, readNumbers } from '../objects.ts';
import type { PagesCompared, PagesToCompare } from '../reading/compare-pages.ts';
import type { PageComparer } from '../reading/page-comparer.ts';
import { formFields } from '../signing/form-fields.ts';
import type { SignedState } from './changes/analyse.ts';
import type { Finding } from './findings.ts';
import { loadSigned } from './xref/chain.ts';

/** The boxes of signature fields and of our marks that belong to them. */
function boxesOf(pdf: PDF, fields: ReadonlySet<string>): PagesToCompare['except'] {
  const widgets = new Set<PdfDict>();
  for (const { name, dict } of formFields(pdf)) {
    const [own = ''] = name.split('_mark_');
    if (fields.has(name) || fields.has(own)) widgets.add(dict);
  }
  return pdf.getPages().flatMap((page, index) =>
    [...(readArray(pdf, page.dict.get('Annots')) ?? [])].flatMap((item) => {
      const widget = readDict(pdf, item);
      const box = readNumbers(pdf, widget?.get('Rect'));
      return widget && widgets.has(widget) && box?.length === 4 ? [{ page: index + 1, box }] : [];
    }),
  );
}

/** What a comparison of pictures says: which pages differ, and which were not compared; null if no page was. */
type PicturesCompared = PagesCompared | null;

/**
 * Draws the pages as the first signature covers them, and as they are now, with a program that read neither for us: outside the
 * fields that were signed since, they have to be the same. Undefined if nothing was added since.
 */
export async function comparePictures(
  file: Buffer,
  [first, ...others]: readonly SignedState[],
  compare: PageComparer,
): Promise<PicturesCompared | undefined> {
  if (first === undefined || first.end === file.length) return undefined;
  const before = file.subarray(0, first.end);
  const except = boxesOf(await loadSigned(before), new Set(others.map(({ field }) => field)));
  return (await compare({ before, after: file, except })) ?? null;
}

const pagesOf = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `page ${numbers[0]}` : `pages ${numbers.join(', ')}`;

/** The finding about what pages look like; `undefined` if they were not asked about. */
export function pictureFinding(compared: PicturesCompared | undefined): Finding {
  if (compared === undefined) {
    const message = 'The pages were not compared as pictures, as asked.';
    return { code: 'NOT_COMPARED', reason: 'NOT_ASKED', message };
  }
  if (compared === null) {
    const message = 'The pages could not be drawn, so they were not compared as pictures.';
    return { code: 'NOT_COMPARED', reason: 'NOT_DRAWN', message };
  }
  const { differing, notCompared } = compared;
  if (differing.length > 0) {
    const message = `The document was changed after signature 1: ${pagesOf(differing)} ${differing.length === 1 ? 'looks' : 'look'} different now.`;
    return { code: 'CHANGED', reason: 'PICTURES', revision: 1, message };
  }
  if (notCompared.length > 0) {
    const message = `For lack of time, ${pagesOf(notCompared)} ${notCompared.length === 1 ? 'was' : 'were'} not compared as pictures.`;
    return { code: 'NOT_COMPARED', reason: 'NO_TIME_LEFT', message };
  }
  const message =
    'Outside the signature fields, every page looks as it did when it was first signed, on screen and printed.';
  return { code: 'SAME_PICTURES', message };
}
