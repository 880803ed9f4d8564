import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageExtent } from '../../contract/rectangle-problem.ts';
import type { FindWords } from '../signers/word-places.ts';

/** A picture of a page; its size in points, as displayed. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** Reads PDFs of the user's own. */
export interface PageReader {
  /** Undefined if they cannot be read. */
  readonly readPageSizes: (pdf: Uint8Array) => Promise<readonly PageExtent[] | undefined>;
  readonly findWords: FindWords;
  /** Which rectangles cover text; undefined if that cannot be found out. */
  readonly findCovered: (
    pdf: Uint8Array,
    rects: readonly SignaturePosition[],
  ) => Promise<boolean[] | undefined>;
  /** Draws a page, numbered from 1; undefined if that cannot be done. */
  readonly drawPage: (pdf: Uint8Array, page: number) => Promise<PagePicture | undefined>;
  readonly close: () => Promise<void>;
}

/** The module that opens readers, given the URL of the worker's script. */
export interface PageReaderModule {
  readonly openPageReader: (script: URL) => PageReader;
}

/** A reader that is loaded at its first use: most runs of a command need none. */
export function lazyPageReader(load: () => Promise<PageReader>): PageReader {
  let loaded: Promise<PageReader> | undefined;
  const reader = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    readPageSizes: async (pdf) => (await reader()).readPageSizes(pdf),
    findWords: async (pdf, wanted) => (await reader()).findWords(pdf, wanted),
    findCovered: async (pdf, rects) => (await reader()).findCovered(pdf, rects),
    drawPage: async (pdf, page) => (await reader()).drawPage(pdf, page),
    close: async () => (await loaded)?.close(),
  };
}
