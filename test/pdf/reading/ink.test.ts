import { expect, test } from 'vitest';
import { findInk } from '../../../src/pdf/reading/ink.ts';
import { scatter } from '../../support/drawing/drawn-page.ts';

const COLUMNS = 64;
const ROWS = 64;

/** The number of pixels with ink on a picture of 64 by 64 pixels; undefined without a background. */
function inkOf(shade: (x: number, y: number, chance: () => number) => number): number | undefined {
  const numbers = scatter();
  const chance = () => numbers.next().value;
  const grey = Uint8Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    Math.round(shade(at % COLUMNS, Math.floor(at / COLUMNS), chance)),
  );
  const ink = findInk({ columns: COLUMNS, rows: ROWS, grey });
  return ink?.reduce((sum, mark) => sum + mark, 0);
}

/** Noise with a standard deviation of about half its amplitude. */
const noise = (amplitude: number, chance: () => number) =>
  amplitude * (chance() + chance() + chance() - 1.5);
const inSquare = (x: number, y: number) => x >= 10 && x < 20 && y >= 10 && y < 20;
const atSpeck = (x: number, y: number) => x === 40 && y === 40;

test.each<[string, Parameters<typeof inkOf>[0], number | undefined]>([
  ['white paper', () => 255, 0],
  ['black paper', () => 0, 0],
  ['a square', (x, y) => (inSquare(x, y) ? 0 : 255), 100],
  ['a square paler than paper by 10', (x, y) => (inSquare(x, y) ? 245 : 255), 0],
  ['a square paler than paper by 11', (x, y) => (inSquare(x, y) ? 244 : 255), 100],
  ['white on black', (x, y) => (inSquare(x, y) ? 255 : 0), 100],
  ['a speck on clean paper', (x, y) => (atSpeck(x, y) ? 0 : 255), 1],
  ['a speck on noisy paper', (x, y, chance) => (atSpeck(x, y) ? 0 : 230 + noise(8, chance)), 0],
  ['a square on noisy paper', (x, y, chance) => (inSquare(x, y) ? 0 : 230 + noise(8, chance)), 100],
  [
    'a square on noisy and unevenly lit paper',
    (x, y, chance) => (inSquare(x, y) ? 0 : 230 - x / 8 + noise(4, chance)),
    100,
  ],
  [
    'a black square as large as four tiles',
    (x, y, chance) => (x < 32 && y < 32 ? 0 : 230 + noise(4, chance)),
    1024,
  ],
  ['a gradient', (x) => x * 4, undefined],
  ['chance', (_, __, chance) => 255 * chance(), undefined],
])('%s', (_, shade, ink) => {
  expect(inkOf(shade)).toBe(ink);
});
