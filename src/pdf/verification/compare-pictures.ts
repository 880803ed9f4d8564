import type { PDF, PdfDict } from '@libpdf/core';
import { readArray, readDict, readNumber, readNumbers } from '../objects.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import type { CoveredBox, PagesCompared, PagesToCompare } from '../reading/compare-looks.ts';
import type { FormField } from '../signing/form-fields.ts';
import { formFields } from '../signing/form-fields.ts';
import type { SignedState } from './changes/analyse.ts';
import type { Finding } from './findings.ts';
import { loadSigned } from './xref/chain.ts';

/** Includes our marks that belong to the fields. */
function boxesOf(pdf: PDF, fields: ReadonlySet<string>): CoveredBox[] {
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

const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;

/** Whether a widget is shown nowhere, whatever its other flags say. */
function isHidden(pdf: PDF, widget: PdfDict): boolean {
  const flags = readNumber(pdf, widget.get('F')) ?? 0;
  return (flags & HIDDEN) !== 0 && (flags & NO_VIEW) === 0;
}

/** Signature fields that only the later state has, signed or not. */
function fieldsAdded(before: PDF, after: PDF): FormField[] {
  const known = new Set([...formFields(before)].map(({ name }) => name));
  return [...formFields(after)].filter(({ name, type }) => type === 'Sig' && !known.has(name));
}

const namesOf = (fields: readonly FormField[]) => new Set(fields.map(({ name }) => name));

const hasArea = ({ box: [x0, y0, x1, y1] }: CoveredBox): boolean => x0 !== x1 && y0 !== y1;

/** Null if no page was compared. */
type PicturesCompared = PagesCompared | null;

/** The states at the first signature and now; undefined if nothing was added since. */
export async function pagesToCompare(
  file: Buffer,
  [first, ...others]: readonly SignedState[],
): Promise<PagesToCompare | undefined> {
  if (first === undefined || first.end === file.length) return undefined;
  const before = file.subarray(0, first.end);
  const [old, now] = [await loadSigned(before), await loadSigned(file)];
  const fields = fieldsAdded(old, now);
  // A field with a separate widget object has no flags itself.
  const shown = fields.filter(({ dict }) => dict.has('Rect') && !isHidden(now, dict));
  return {
    before,
    after: file,
    except: [
      ...boxesOf(old, new Set(others.map(({ field }) => field))),
      ...boxesOf(now, namesOf(shown)),
    ],
    // Programs disagree on odd flags: what one hides may cover something in another.
    added: boxesOf(now, namesOf(fields)).filter(hasArea),
  };
}

/** Null if all pages that were drawn look the same. */
export function pictureProblem({ differing }: PagesCompared): PdfProblem | null {
  const [page] = differing;
  const message = `a signature changed what page ${page} looks like`;
  return page === undefined ? null : { code: 'PICTURES', message };
}

/** Whether pictures show that fields added since the first signature cover none of its content. */
export function coversNothing(
  { added = [] }: PagesToCompare,
  compared: PicturesCompared | undefined,
): boolean {
  return (
    compared?.covered.length === 0 && !added.some(({ page }) => compared.notCompared.includes(page))
  );
}

const pagesOf = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `page ${numbers[0]}` : `pages ${numbers.join(', ')}`;

export function pictureFinding(compared: PicturesCompared | undefined): Finding {
  if (compared === undefined) {
    const message = 'The pages were not compared as pictures.';
    return { code: 'NOT_COMPARED', reason: 'NOT_ASKED', message };
  }
  if (compared === null) {
    const message = 'The pages were not compared as pictures: they could not be drawn in time.';
    return { code: 'NOT_COMPARED', reason: 'NOT_DRAWN', message };
  }
  const { differing, notCompared } = compared;
  if (differing.length > 0) {
    const look = differing.length === 1 ? 'looks' : 'look';
    const message = `The document was changed after signature 1: ${pagesOf(differing)} ${look} different now.`;
    return { code: 'CHANGED', reason: 'PICTURES', revision: 1, message };
  }
  if (notCompared.length > 0) {
    const message = `Not compared as pictures, since not drawn in time: ${pagesOf(notCompared)}.`;
    return { code: 'NOT_COMPARED', reason: 'NOT_DRAWN', message };
  }
  const message =
    'As PDFium draws them, all pages look as they did when they were first signed, on screen and printed, outside the fields signed since.';
  return { code: 'SAME_PICTURES', message };
}
