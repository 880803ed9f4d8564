import type { PageRect } from './blank.ts';
import { isBlank } from './blank.ts';
import { displayOf } from './displayed.ts';
import type { OpenPage } from './open-pages.ts';
import { readPages } from './open-pages.ts';
import type { Pdfium } from './pdfium.ts';
import { surveyPage } from './survey.ts';

/** Left, bottom, right, top in user space; `page` from 1. */
export interface CoveredBox {
  readonly page: number;
  readonly box: readonly number[];
}

function displayedBox(
  page: OpenPage,
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: CoveredBox['box'],
): PageRect {
  const display = displayOf(page);
  const [a, b] = [display(x0, y0), display(x1, y1)];
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

function overlap(one: CoveredBox, other: CoveredBox): boolean {
  const ends = ({ box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }: CoveredBox) => ({
    x: [Math.min(x0, x1), Math.max(x0, x1)] as const,
    y: [Math.min(y0, y1), Math.max(y0, y1)] as const,
  });
  const [a, b] = [ends(one), ends(other)];
  const meet = (p: readonly [number, number], q: readonly [number, number]) =>
    p[0] < q[1] && q[0] < p[1];
  return one.page === other.page && meet(a.x, b.x) && meet(a.y, b.y);
}

/** Pages, from 1, with a box over any ink or another box; undefined if PDFium cannot open them. */
export function pagesCovered(
  pdfium: Pdfium,
  bytes: Uint8Array,
  boxes: readonly CoveredBox[],
): number[] | undefined {
  const numbers = [...new Set(boxes.map(({ page }) => page))];
  const covers = (page: OpenPage): boolean => {
    const own = boxes.filter((one) => one.page === page.number);
    const blank = surveyPage(page);
    return own.some(
      (one) =>
        !isBlank(blank, displayedBox(page, one.box)) ||
        own.some((other) => other !== one && overlap(one, other)),
    );
  };
  const found = readPages(pdfium, { bytes, numbers }, covers);
  return found && numbers.filter((_, index) => found[index]);
}
