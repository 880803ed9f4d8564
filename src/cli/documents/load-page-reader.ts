import type { PageReader } from '../../pdf/reading/page-reader.ts';

export interface PageReaderModule {
  readonly openPageReader: (script: URL) => PageReader;
}

/** Loaded on first use: most runs of a command need no reader. */
export function lazyPageReader(load: () => Promise<PageReader>): PageReader {
  let loaded: Promise<PageReader> | undefined;
  const reader = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    admit: async (pdf) => (await reader()).admit(pdf),
    findWords: async (pdf, wanted) => (await reader()).findWords(pdf, wanted),
    findCovered: async (pdf, rects) => (await reader()).findCovered(pdf, rects),
    drawPage: async (pdf, page) => (await reader()).drawPage(pdf, page),
    close: async () => (await loaded)?.close(),
  };
}
