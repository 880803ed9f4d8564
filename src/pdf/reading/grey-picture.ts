import { drawPage } from './draw-page.ts';
import type { OpenPage } from './open-pages.ts';

/** From the top left, row by row. */
export interface GreyPicture {
  readonly columns: number;
  readonly rows: number;
  /** 0 is black, 255 is white. */
  readonly grey: Uint8Array;
}

/** The shade is the mean of the three colours: pure colours differ from black and white. */
export function drawGrey(page: OpenPage, size: { columns: number; rows: number }): GreyPicture {
  const { columns, rows } = size;
  const grey = new Uint8Array(columns * rows);
  drawPage(page, size, ({ memory, addressOf }) => {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = addressOf(column, row);
        const sum = (memory[at] ?? 0) + (memory[at + 1] ?? 0) + (memory[at + 2] ?? 0);
        grey[row * columns + column] = sum / 3;
      }
    }
  });
  return { columns, rows, grey };
}
