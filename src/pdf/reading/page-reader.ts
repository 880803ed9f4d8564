import type { Admission } from '../admission/refusals.ts';
import { startPdfWorkers } from '../admission/workers.ts';
import type { PageRect } from './blank.ts';
import { coversText } from './blank.ts';
import type { PagePicture } from './draw-png.ts';
import type { LocatedWords, WordQuery } from './words/locate-words.ts';

type RectOnPage = PageRect & { readonly page: number };

/** Reads the user's files. Pages are read in separate processes, since files are untrusted. */
export interface PageReader {
  /** As the service would judge the upload. Undefined if this machine could not tell. */
  admit(pdf: Uint8Array): Promise<Admission | undefined>;
  /** Finds words and the rectangles beside them. Undefined if that fails or exceeds the limits. */
  findWords(pdf: Uint8Array, queries: readonly WordQuery[]): Promise<LocatedWords | undefined>;
  /** Rectangles over text, except scanned text. Undefined if that fails or exceeds the limits. */
  findCovered(pdf: Uint8Array, rects: readonly RectOnPage[]): Promise<boolean[] | undefined>;
  /** `page` is from 1. Undefined if that fails or exceeds the limits. */
  drawPage(pdf: Uint8Array, page: number): Promise<PagePicture | undefined>;
  close(): Promise<void>;
}

const PROCESSES = 2;

/** Processes start when needed. `script` is the bundled worker, a JavaScript file. */
export function openPageReader(script: URL): PageReader {
  const workers = startPdfWorkers({ script, size: PROCESSES });
  return {
    admit: (pdf) => workers.admit(pdf).catch(() => undefined),
    findWords: (bytes, queries) => workers.locate({ bytes, queries }),
    findCovered: async (bytes, rects) => {
      const pages = [...new Set(rects.map(({ page }) => page))];
      const blanks = await workers.survey({ bytes, pages });
      return (
        blanks &&
        rects.map((rect) => {
          const blank = blanks.find(({ page }) => page === rect.page);
          return blank !== undefined && coversText(blank, rect);
        })
      );
    },
    drawPage: (bytes, page) => workers.picture({ bytes, page }),
    close: () => workers.close(),
  };
}
