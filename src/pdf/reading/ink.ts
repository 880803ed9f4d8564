import type { OpenPage } from './open-pages.ts';
import { drawPage } from './open-pages.ts';

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

/** Shades this close belong to the same background. */
const SAME_SHADE = 3;
/** The least part of a page that a background covers. A photo has no background. */
const LEAST_BACKGROUND = 0.25;
/** How far noise or uneven light moves a background. */
const NOISE_REACH = 40;
/** Median difference of neighbours whose noise has a standard deviation of 1. */
const MEDIAN_OF_NOISE = 0.954;
const TILE = 16;
const LEAST_CONTRAST = 10;
const NOISE_FACTOR = 5;

/**
 * The most frequent shade of the band that covers most of the page, since noise spreads a
 * background over several; undefined if the band covers too little.
 */
function backgroundOf({ grey }: GreyPicture): number | undefined {
  const counts = new Uint32Array(256);
  for (const shade of grey) counts[shade] = (counts[shade] ?? 0) + 1;
  const around = (shade: number) =>
    counts.subarray(Math.max(0, shade - SAME_SHADE), shade + SAME_SHADE + 1);
  const covered = Array.from(counts, (_, shade) => around(shade).reduce((sum, n) => sum + n, 0));
  const most = Math.max(...covered);
  if (most < LEAST_BACKGROUND * grey.length) return undefined;
  const near = around(covered.indexOf(most));
  return Math.max(0, covered.indexOf(most) - SAME_SHADE) + near.indexOf(Math.max(...near));
}

function isNear(shade: number, background: number): boolean {
  return Math.abs(shade - background) <= NOISE_REACH;
}

/** The standard deviation of the background's noise: 0 on a page that was not scanned. */
function noiseOf({ grey }: GreyPicture, background: number): number {
  const counts = new Uint32Array(2 * NOISE_REACH + 1);
  let pairs = 0;
  for (let at = 1; at < grey.length; at++) {
    const [left = 0, right = 0] = [grey[at - 1], grey[at]];
    if (!isNear(left, background) || !isNear(right, background)) continue;
    const difference = Math.abs(left - right);
    counts[difference] = (counts[difference] ?? 0) + 1;
    pairs++;
  }
  let median = 0;
  for (let below = counts[0] ?? 0; below <= pairs / 2 && median < 2 * NOISE_REACH; median++) {
    below += counts[median + 1] ?? 0;
  }
  return median / MEDIAN_OF_NOISE;
}

/** The paper's mean shade per tile, since scans are unevenly lit. */
function tileMeans({ columns, rows, grey }: GreyPicture, background: number): Float64Array {
  const across = Math.ceil(columns / TILE);
  const sums = new Float64Array(across * Math.ceil(rows / TILE));
  const counts = new Uint32Array(sums.length);
  for (const [at, shade] of grey.entries()) {
    if (!isNear(shade, background)) continue;
    const tile = tileOf(at, columns);
    sums[tile] = (sums[tile] ?? 0) + shade;
    counts[tile] = (counts[tile] ?? 0) + 1;
  }
  return sums.map((sum, tile) => (counts[tile] ? sum / counts[tile] : background));
}

function tileOf(at: number, columns: number): number {
  const row = Math.floor(at / columns / TILE);
  return row * Math.ceil(columns / TILE) + Math.floor((at % columns) / TILE);
}

function hasNeighbour(ink: Uint8Array, at: number, columns: number): boolean {
  const column = at % columns;
  const from = column === 0 ? 0 : -1;
  const to = column === columns - 1 ? 0 : 1;
  for (const row of [-columns, 0, columns]) {
    for (let step = from; step <= to; step++) {
      const other = at + row + step;
      if (other !== at && ink[other] === 1) return true;
    }
  }
  return false;
}

/**
 * Marks pixels that differ from the background with 1; undefined if there is none, as in a photo.
 * On noisy pages, such as scans, single specks don't count.
 */
export function findInk(picture: GreyPicture): Uint8Array | undefined {
  const { columns, grey } = picture;
  const background = backgroundOf(picture);
  if (background === undefined) return undefined;
  const noise = noiseOf(picture, background);
  const contrast = Math.max(LEAST_CONTRAST, NOISE_FACTOR * noise);
  if (noise === 0) return grey.map((shade) => Number(Math.abs(shade - background) > contrast));
  const means = tileMeans(picture, background);
  const ink = grey.map((shade, at) =>
    Number(Math.abs(shade - (means[tileOf(at, columns)] ?? 0)) > contrast),
  );
  return ink.map((mark, at) => (mark === 1 && hasNeighbour(ink, at, columns) ? 1 : 0));
}
