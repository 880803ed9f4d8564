import { rangeOf } from './layer.ts';
import type { Sheet } from './sheets.ts';
import { filled } from './sheets.ts';
import type { PageTexts, PageWords } from './text.ts';

/** A match in a page's text; `end` is excluded. */
interface Hit {
  /** Page number, from 1. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/;
/** Characters that shape or divide words, and are not typed. */
const INVISIBLE = /[\u200B-\u200D\u00AD]/g;
/** What may stand between a word's letters: those, or a hyphen at a line's end. */
const BETWEEN = '(?:[\u200B-\u200D]|\u00AD\n?|[-\u2010]\n)*';

function patternOf(word: string): string {
  const characters = [...word].map((one) => {
    if (one === '-') return '-\n?';
    return SPECIAL.test(one) ? `\\${one}` : one;
  });
  return characters.join(BETWEEN);
}

/** Ignores case, and matches across line ends, also in words that are hyphenated there. */
export function findHits(pages: readonly string[], searched: string): Hit[] {
  const words = searched.normalize('NFC').replace(INVISIBLE, '').trim().split(/\s+/);
  const pattern = words.map(patternOf).join('\\s+');
  if (pattern === '') return [];
  return pages.flatMap((text, index) =>
    [...text.matchAll(new RegExp(pattern, 'giu'))].map((match) => {
      const start = match.index ?? 0;
      return { page: index + 1, start, end: start + match[0].length };
    }),
  );
}

export interface Searched {
  readonly sheets: readonly Sheet[];
  readonly texts: PageTexts;
  currentPage(): number;
}

const PERCENT = 100;

/** The marks scale with the page. */
async function markHit({ sheets, texts }: Searched, hit: Hit): Promise<void> {
  for (const old of document.querySelectorAll('.hit')) old.remove();
  const sheet = sheets[hit.page - 1];
  if (!sheet) return;
  sheet.element.scrollIntoView({ block: 'nearest' });
  const range = rangeOf(await texts.lay(sheet), hit.start, hit.end);
  const { clientLeft, clientTop, clientWidth, clientHeight } = sheet.element;
  const page = sheet.element.getBoundingClientRect();
  const across = (length: number) => `${(length / clientWidth) * PERCENT}%`;
  const down = (length: number) => `${(length / clientHeight) * PERCENT}%`;
  // A line's end has a rectangle without width.
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const marks = rects.map((rect) => {
    const mark = document.createElement('div');
    mark.className = 'hit';
    mark.style.left = across(rect.left - page.left - clientLeft);
    mark.style.top = down(rect.top - page.top - clientTop);
    mark.style.width = across(rect.width);
    mark.style.height = down(rect.height);
    return mark;
  });
  sheet.element.append(...marks);
  (marks[0] ?? sheet.element).scrollIntoView({ block: 'center', inline: 'center' });
}

/** `at` is the index of the shown hit. */
interface FoundPages {
  readonly query: string;
  readonly pages: readonly PageWords[];
  readonly hits: readonly Hit[];
  readonly at: number;
}

/** Starts at the first hit from the page in view. */
async function find({ texts, sheets, currentPage }: Searched, query: string): Promise<FoundPages> {
  const pages = await texts.all(sheets);
  const hits = findHits(
    pages.map(({ words }) => words),
    query,
  );
  const next = hits.findIndex(({ page }) => page >= currentPage());
  return { query, pages, hits, at: Math.max(next, 0) };
}

function moved(found: FoundPages, step: 1 | -1): FoundPages {
  const count = Math.max(found.hits.length, 1);
  return { ...found, at: (found.at + step + count) % count };
}

/** Which hit is shown, or why there's none: pages may be pictures, or not be readable. */
function summary({ pages, hits, at }: FoundPages, words: DOMStringMap): string {
  const hit = hits[at];
  if (hit) return filled(words.hit, { hit: at + 1, hits: hits.length, page: hit.page });
  if (pages.some(({ missing }) => missing === 'unread' || missing === 'gaps'))
    return words.unread ?? '';
  const empty = pages.filter(({ missing }) => missing === 'silent').length;
  if (empty === 0) return words.none ?? '';
  return (empty === pages.length ? words.pictures : words.some) ?? '';
}

/** Enter and the buttons move between hits. */
export function offerSearch(viewer: HTMLElement, searched: Searched): void {
  const form = viewer.querySelector<HTMLFormElement>('[data-search]');
  const [field, output] = [form?.querySelector('input'), form?.querySelector('output')];
  const back = form?.querySelector<HTMLButtonElement>('[data-back]');
  if (!form || !field || !output || !back) return;
  let found: FoundPages | undefined;

  const next = async (query: string, step: 1 | -1) => {
    if (found?.query === query) return moved(found, step);
    output.textContent = form.dataset.reading ?? '';
    return await find(searched, query).catch(() => undefined);
  };

  const go = async (step: 1 | -1) => {
    const query = field.value.trim();
    if (query === '') return;
    found = await next(query, step);
    output.textContent = found ? summary(found, form.dataset) : (form.dataset.unloaded ?? '');
    const hit = found?.hits[found.at];
    if (hit) await markHit(searched, hit);
  };

  form.onsubmit = (event) => {
    event.preventDefault();
    void go(1);
  };
  back.onclick = () => void go(-1);
  field.onkeydown = (event) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    void go(-1);
  };
}
