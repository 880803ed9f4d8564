import { readPageSizes } from '../admission/page-sizes.ts';
import { startPdfWorkers } from '../admission/workers.ts';
import type { PageRect } from './blank.ts';
import { coversText } from './blank.ts';
import type { PagePicture } from './draw-png.ts';
import type { LocatedWords, WordQuery } from './words/locate-words.ts';

/** A rectangle on a page, numbered from 1. */
type RectOnPage = PageRect & { readonly page: number };

/** Reads the user's own files, their pages in processes of its own, since a file may come from anybody. */
export interface PageReader {
  /** The sizes of its pages as displayed, in points. Undefined for a file that cannot be read. */
  readPageSizes(pdf: Uint8Array): ReturnType<typeof readPageSizes>;
  /** Where words stand, and rectangles beside them. Undefined if the file cannot be read within the limits. */
  findWords(pdf: Uint8Array, queries: readonly WordQuery[]): Promise<LocatedWords | undefined>;
  /**
   * Which of the rectangles cover text. Undefined if the pages cannot be read within the limits. Pictures of text, as in scans,
   * do not count.
   */
  findCovered(pdf: Uint8Array, rects: readonly RectOnPage[]): Promise<boolean[] | undefined>;
  /** Draws a page, numbered from 1. Undefined if that cannot be done within the limits. */
  drawPage(pdf: Uint8Array, page: number): Promise<PagePicture | undefined>;
  /** Ends the processes. */
  close(): Promise<void>;
}

const PROCESSES = 2;

/** A reader whose processes start when they are needed. `script` is the bundled worker, a JavaScript file. */
export function openPageReader(script: URL): PageReader {
  const workers = startPdfWorkers({ script, size: PROCESSES });
  return {
    readPageSizes,
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
