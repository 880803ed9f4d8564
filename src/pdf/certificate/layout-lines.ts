import type { CustomTableLayout } from 'pdfmake';

/** Space at the left and the right of a page, in points. */
export const PAGE_MARGIN = 40;
const A4_WIDTH = 595.28;
const PADDING = 4;

/** Labels and values: thin lines between, nothing above the first. */
export const FACT_LINES: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#dde4ee',
  paddingLeft: () => 0,
  paddingRight: () => PADDING,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
};

/** A table with a header row. */
export const ROW_LINES: CustomTableLayout = {
  ...FACT_LINES,
  paddingLeft: () => PADDING,
  fillColor: (index) => (index === 0 ? '#eef3fa' : null),
};

/** What columns of these widths and their padding leave of a line. A `*` would not do: it grows with its longest word. */
function restOf(widths: readonly number[], padding: number): number {
  return A4_WIDTH - 2 * PAGE_MARGIN - padding - widths.reduce((sum, width) => sum + width, 0);
}

/** Width of the values beside labels of a width. */
export const valueWidth = (label: number): number => restOf([label], 2 * PADDING);

/** Width of each of `flexible` columns beside columns of fixed widths, in a table with a header row. */
export const sharedWidth = (fixed: readonly number[], flexible: number): number =>
  restOf(fixed, 2 * PADDING * (fixed.length + flexible)) / flexible;
