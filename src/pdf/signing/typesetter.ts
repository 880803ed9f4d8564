import type { GlyphRun } from 'fontkit';
import type { FontFace } from '../fonts/fonts.ts';
import { scriptRuns } from '../fonts/script-runs.ts';

/** Where a line of text begins, its baseline, and its size; points. */
type Pen = { readonly x: number; readonly y: number; readonly size: number };

/** Sets text in one font, and shapes each text once: make one for each drawing. */
export interface Typesetter {
  /** The width of a line of text in points. */
  width(text: string, size: number): number;
  /** PDF operators that draw a line of text as filled outlines. */
  draw(text: string, pen: Pen): string;
}

/** A position in font units. */
type Point = { readonly x: number; readonly y: number };

function move(from: Point, to: Point): string {
  return from.x === to.x && from.y === to.y ? '' : `1 0 0 1 ${to.x - from.x} ${to.y - from.y} cm\n`;
}

/** Shaped runs one behind the other, in font units: each glyph is drawn from its own origin. */
function drawRuns(runs: readonly GlyphRun[], { outlines }: FontFace): string {
  let operators = '';
  let origin: Point = { x: 0, y: 0 };
  let advance = 0;
  for (const { glyphs, positions } of runs) {
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const path = outlines(glyph);
      const at = { x: advance + xOffset, y: yOffset };
      advance += xAdvance;
      if (path === '') continue;
      operators += `${move(origin, at)}${path}`;
      origin = at;
    }
  }
  return operators;
}

/** A typesetter for one weight of the font; it shapes script by script, since shaping knows one at a time. */
export function typesetter(face: FontFace): Typesetter {
  const { font } = face;
  const shaped = new Map<string, GlyphRun[]>();
  const shape = (text: string): GlyphRun[] => {
    const runs = shaped.get(text) ?? scriptRuns(text).map((run) => font.layout(run));
    shaped.set(text, runs);
    return runs;
  };
  return {
    width(text, size) {
      const units = shape(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
      return (units * size) / font.unitsPerEm;
    },
    draw(text, { x, y, size }) {
      const scale = (size / font.unitsPerEm).toFixed(6);
      const matrix = `${scale} 0 0 ${scale} ${x.toFixed(2)} ${y.toFixed(2)} cm`;
      return `q ${matrix}\n${drawRuns(shape(text), face)}Q\n`;
    },
  };
}
