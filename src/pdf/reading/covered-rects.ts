import { stat } from 'node:fs/promises';
import { startPdfWorkers } from '../admission/workers.ts';
import type { PageRect } from './blank.ts';
import { coversText } from './blank.ts';

/** A rectangle on a page, numbered from 1. */
type RectOnPage = PageRect & { readonly page: number };

/** Rectangles on pages of the user's own file. */
interface RectCheck {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  readonly path: string;
  readonly rects: readonly RectOnPage[];
}

/**
 * Which of the rectangles cover text, read in a process of its own that ends with the check. Undefined if the pages cannot
 * be read within the limits. Pictures of text, as in scans, do not count.
 */
export async function findCoveredRects({
  script,
  path,
  rects,
}: RectCheck): Promise<boolean[] | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  const pages = [...new Set(rects.map(({ page }) => page))];
  const workers = startPdfWorkers({ script, size: 1 });
  try {
    const blanks = await workers.survey({ path, pages });
    return (
      blanks &&
      rects.map((rect) => {
        const blank = blanks.find(({ page }) => page === rect.page);
        return blank !== undefined && coversText(blank, rect);
      })
    );
  } finally {
    await workers.close();
  }
}
