/** A rectangle on the page as displayed, in points from its bottom left. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Which parts of a page are blank. The page as displayed is divided into cells of equal size, about 4 points or more
 * wide and high. Each mask is base64 and has one bit per cell, row by row from the bottom left, lowest bit first.
 */
export interface Blank {
  /** From 1. */
  readonly page: number;
  /** The page's size in points. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Cells with anything on them: ink, characters, form fields and annotations. */
  readonly taken: string;
  /** Cells with characters, without white space and the rules that people type with underscores and dots. */
  readonly text: string;
}

/** A mask before it is packed: a byte per cell, 1 if it is marked. */
export interface CellGrid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** The part of the cells, in one direction, that a stretch of the page touches. */
function cellsOf(from: number, length: number, axis: { points: number; cells: number }) {
  const scale = axis.cells / axis.points;
  const clamp = (cell: number) => Math.min(Math.max(cell, 0), axis.cells);
  return [clamp(Math.floor(from * scale)), clamp(Math.ceil((from + length) * scale))] as const;
}

/** The cells that a rectangle touches, as `[from, to)` in both directions. */
function cellsIn(
  { x, y, width, height }: PageRect,
  page: Omit<CellGrid, 'cells'>,
): { across: readonly [number, number]; up: readonly [number, number] } {
  return {
    across: cellsOf(x, width, { points: page.width, cells: page.columns }),
    up: cellsOf(y, height, { points: page.height, cells: page.rows }),
  };
}

/** Marks every cell that a rectangle touches. */
export function markRect(grid: CellGrid, rect: PageRect): void {
  const { across, up } = cellsIn(rect, grid);
  for (let row = up[0]; row < up[1]; row++) {
    grid.cells.fill(1, row * grid.columns + across[0], row * grid.columns + across[1]);
  }
}

/** Packs a mask: eight cells a byte, in base64. */
export function packCells(cells: Uint8Array): string {
  const bits = Buffer.alloc(Math.ceil(cells.length / 8));
  for (const [at, cell] of cells.entries()) {
    if (cell) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return bits.toString('base64');
}

/** Character boxes are higher and wider than what is seen of a character, and cells are coarse. */
const TOLERANCE = 6;

/** Whether a rectangle covers text. Text that it only touches at its edge does not count. */
export function coversText(blank: Blank, rect: PageRect): boolean {
  const inner = {
    x: rect.x + TOLERANCE,
    y: rect.y + TOLERANCE,
    width: rect.width - 2 * TOLERANCE,
    height: rect.height - 2 * TOLERANCE,
  };
  const bits = Buffer.from(blank.text, 'base64');
  const { across, up } = cellsIn(inner, blank);
  for (let row = up[0]; row < up[1]; row++) {
    for (let column = across[0]; column < across[1]; column++) {
      const at = row * blank.columns + column;
      if (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) return true;
    }
  }
  return false;
}
