/** On the page as displayed, in points from its bottom left. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Which cells of a page as displayed are blank. Cells have equal size, at least about 4 points each
 * way. Masks are base64 with one bit per cell, by rows from the bottom left, lowest bit first.
 */
export interface Blank {
  /** From 1. */
  readonly page: number;
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Cells with anything on them: ink, characters, form fields and annotations. */
  readonly taken: string;
  /** Cells with characters, but not white space or rules typed with underscores and dots. */
  readonly text: string;
}

/** An unpacked mask: one byte per cell, 1 if it is marked. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

function cellsOf(from: number, length: number, axis: { points: number; cells: number }) {
  const scale = axis.cells / axis.points;
  const clamp = (cell: number) => Math.min(Math.max(cell, 0), axis.cells);
  return [clamp(Math.floor(from * scale)), clamp(Math.ceil((from + length) * scale))] as const;
}

/** As `[from, to)` in both directions. */
function cellsIn(
  { x, y, width, height }: PageRect,
  page: Omit<CellGrid, 'cells'>,
): { across: readonly [number, number]; up: readonly [number, number] } {
  return {
    across: cellsOf(x, width, { points: page.width, cells: page.columns }),
    up: cellsOf(y, height, { points: page.height, cells: page.rows }),
  };
}

export function markRect(grid: CellGrid, rect: PageRect): void {
  const { across, up } = cellsIn(rect, grid);
  for (let row = up[0]; row < up[1]; row++) {
    grid.cells.fill(1, row * grid.columns + across[0], row * grid.columns + across[1]);
  }
}

/** Eight cells a byte, in base64. */
export function packCells(cells: Uint8Array): string {
  const bits = Buffer.alloc(Math.ceil(cells.length / 8));
  for (const [at, cell] of cells.entries()) {
    if (cell) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return bits.toString('base64');
}

/** Character boxes are larger than the visible character, and cells are coarse. */
const TOLERANCE = 6;
/** A horizontal rule may lie on the border of two cells. */
const RULE_CELLS = 2;

const inner = ({ x, y, width, height }: PageRect): PageRect => ({
  x: x + TOLERANCE,
  y: y + TOLERANCE,
  width: width - 2 * TOLERANCE,
  height: height - 2 * TOLERANCE,
});

function cellsOfMask({ columns }: Blank, mask: string): (row: number, column: number) => boolean {
  const bits = Buffer.from(mask, 'base64');
  return (row, column) => {
    const at = row * columns + column;
    return (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  };
}

function highestMark(blank: Blank, mask: string, rect: PageRect): number {
  const isMarked = cellsOfMask(blank, mask);
  const { across, up } = cellsIn(rect, blank);
  let highest = 0;
  for (let column = across[0]; column < across[1]; column++) {
    let run = 0;
    for (let row = up[0]; row < up[1]; row++) {
      run = isMarked(row, column) ? run + 1 : 0;
      highest = Math.max(highest, run);
    }
  }
  return highest;
}

/** Text that the rectangle only touches at its edge does not count. */
export function coversText(blank: Blank, rect: PageRect): boolean {
  return highestMark(blank, blank.text, inner(rect)) > 0;
}

export function isBlank(blank: Blank, rect: PageRect): boolean {
  return highestMark(blank, blank.taken, rect) === 0;
}

/** Whether there is only white space and horizontal rules, which people sign on. */
export function isFree(blank: Blank, rect: PageRect): boolean {
  return !coversText(blank, rect) && highestMark(blank, blank.taken, inner(rect)) <= RULE_CELLS;
}
