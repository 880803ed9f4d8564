import { readFile } from 'node:fs/promises';
import type { PagesCompared, PagesToCompare } from './compare-looks.ts';
import { comparePages } from './compare-looks.ts';
import type { Pdfium } from './pdfium.ts';
import { startPdfium } from './pdfium.ts';

export type PageComparer = (pages: PagesToCompare) => Promise<PagesCompared | undefined>;

/** Allows `ms` milliseconds per file. PDFium loads from `wasm` with the first file. */
export function pageComparer(wasm: URL, ms: number): PageComparer {
  let started: Promise<Pdfium> | undefined;
  return async (pages) => {
    try {
      started ??= readFile(wasm).then(startPdfium);
      return comparePages(await started, pages, ms);
    } catch {
      // After an exception, PDFium's memory is inconsistent.
      started = undefined;
      return undefined;
    }
  };
}
