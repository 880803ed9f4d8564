import type { Blank, CellGrid } from '../../../src/pdf/reading/blank.ts';
import { markRect, packCells } from '../../../src/pdf/reading/blank.ts';
import type { Rect } from '../../../src/service/core/documents/place-block.rules.ts';

/** A surveyed page of a size with cells of about 4 points; whatever touches one of the rectangles is taken. */
export function aBlank(
  { width, height }: { width: number; height: number },
  taken: readonly Rect[] = [],
): Blank {
  const [columns, rows] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const grid: CellGrid = { width, height, columns, rows, cells: new Uint8Array(columns * rows) };
  for (const rect of taken) markRect(grid, rect);
  const mask = packCells(grid.cells);
  return { page: 1, width, height, columns, rows, taken: mask, text: mask };
}
