import { readFile } from 'node:fs/promises';
import type { PagesCompared, PagesToCompare } from './compare-pages.ts';
import { comparePages } from './compare-pages.ts';
import type { Pdfium } from './pdfium.ts';
import { startPdfium } from './pdfium.ts';

/** Compares the pages of two states as pictures; undefined if that cannot be done. */
export type PageComparer = (pages: PagesToCompare) => Promise<PagesCompared | undefined>;

/** A comparer for `ms` milliseconds a file. PDFium, at the address of its `pdfium.wasm`, starts with the first file. */
export function pageComparer(wasm: URL, ms: number): PageComparer {
  let started: Promise<Pdfium> | undefined;
  return async (pages) => {
    try {
      started ??= readFile(wasm).then(startPdfium);
      return comparePages(await started, pages, ms);
    } catch {
      // After an exception, its memory is inconsistent.
      started = undefined;
      return undefined;
    }
  };
}
