/** A place where the searched words stand, in the text of a page; `end` is excluded. */
export interface Hit {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Finds words in the pages' texts, in small or capital letters and over the ends of lines. */
export function findHits(pages: readonly string[], searched: string): Hit[] {
  const words = searched.normalize('NFC').trim().split(/\s+/);
  const pattern = words.map((word) => word.replace(SPECIAL, '\\$&')).join('\\s+');
  if (pattern === '') return [];
  return pages.flatMap((text, index) =>
    [...text.matchAll(new RegExp(pattern, 'giu'))].map((match) => {
      const start = match.index ?? 0;
      return { page: index + 1, start, end: start + match[0].length };
    }),
  );
}
