import type { TextLines } from './layer.ts';
import { placeText } from './layer.ts';
import type { Sheet } from './sheets.ts';

/** As the service reads it; null if the page has text that can't be read. */
type LaidPage = { readonly lines: TextLines; readonly hasGaps: boolean } | null;

export interface PageWords {
  /** Lines end with a line feed. */
  readonly words: string;
  /** What is missing: all, as a picture has no text or since it can't be read, or some letters. */
  readonly missing?: 'silent' | 'unread' | 'gaps';
}

/** The pages' text as the service read it: for screen readers, our search and the browser's. */
export interface PageTexts {
  /** Places the text over its page, to be found, selected and read aloud. */
  lay(sheet: Sheet): Promise<HTMLElement>;
  /** Keeps a distant page's text, without places. */
  leave(sheet: Sheet): void;
  /** The text of all pages, in order; rejects if some can't be fetched. */
  all(sheets: readonly Sheet[]): Promise<PageWords[]>;
}

/** As many pages as the service reads at once. */
const AT_ONCE = 50;

async function fetchPart(address: string, first: number): Promise<LaidPage[]> {
  const answer = await fetch(`${address}&from=${first}`);
  if (answer.ok) return (await answer.json()).pages;
  // An unread body would keep its connection.
  await answer.body?.cancel();
  throw new Error(`The text failed with status ${answer.status}.`);
}

function wordsOf(page: LaidPage): PageWords {
  if (!page) return { words: '', missing: 'unread' };
  const words = page.lines.map((line) => `${line.map(([text]) => text).join(' ')}\n`).join('');
  if (words === '') return { words, missing: 'silent' };
  return page.hasGaps ? { words, missing: 'gaps' } : { words };
}

/** Guessed by its letters, for the voice of a screen reader; empty if unknown. */
export function languageOf(words: string): string {
  const count = (letters: RegExp) => words.match(letters)?.length ?? 0;
  const [latin, devanagari] = [count(/[a-z]/gi), count(/[\u0900-\u097F]/g)];
  if (devanagari > latin) return 'hi';
  return latin > 0 ? 'en' : '';
}

/** Replaces the sheet's text, below a sentence about what is missing in it. */
function show({ element }: Sheet, page: LaidPage, { notes, isPlain }: ShownNotes): HTMLElement {
  const { words, missing } = wordsOf(page);
  for (const old of element.querySelectorAll('.text, .text-note')) old.remove();
  const layer = document.createElement('div');
  layer.lang = languageOf(words);
  if (missing) {
    const note = document.createElement('p');
    note.className = 'text-note';
    note.textContent = notes[missing] ?? '';
    element.append(note);
  }
  element.append(layer);
  placeText(layer, words, isPlain ? undefined : (page?.lines ?? []));
  return layer;
}

interface ShownNotes {
  readonly notes: DOMStringMap;
  readonly isPlain: boolean;
}

/** Reads text on demand. `notes` has a sentence for whatever may be missing. */
export function pageTexts(address: string, notes: DOMStringMap): PageTexts {
  const parts = new Map<number, Promise<LaidPage[]>>();
  const shown = new Set<Sheet>();

  function partFrom(first: number): Promise<LaidPage[]> {
    const part = parts.get(first) ?? fetchPart(address, first);
    parts.set(first, part);
    part.catch(() => parts.delete(first));
    return part;
  }

  async function pageOf({ number }: Sheet): Promise<LaidPage> {
    const index = (number - 1) % AT_ONCE;
    return (await partFrom(number - index))[index] ?? null;
  }

  return {
    async lay(sheet) {
      try {
        const page = await pageOf(sheet);
        shown.add(sheet);
        return show(sheet, page, { notes, isPlain: false });
      } catch {
        return show(sheet, null, { notes, isPlain: false });
      }
    },
    leave(sheet) {
      pageOf(sheet).then(
        (page) => void (sheet.isNear || show(sheet, page, { notes, isPlain: true })),
        () => undefined,
      );
    },
    async all(sheets) {
      const words: PageWords[] = [];
      for (const sheet of sheets) {
        const page = await pageOf(sheet);
        if (!shown.has(sheet)) show(sheet, page, { notes, isPlain: !sheet.isNear });
        shown.add(sheet);
        words.push(wordsOf(page));
      }
      return words;
    },
  };
}
