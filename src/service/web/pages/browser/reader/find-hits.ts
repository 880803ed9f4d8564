/** A match in a page's text; `end` is excluded. */
export interface Hit {
  /** Page number, from 1. */
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Ignores case, and matches across line ends. */
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
