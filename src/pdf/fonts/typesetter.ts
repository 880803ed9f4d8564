import type { Glyph, GlyphRun } from 'fontkit';
import type { FontFace } from './fonts.ts';
import { scriptRuns } from './fonts.ts';

/** Where a line's baseline starts, and its font size; points. */
type Pen = { readonly x: number; readonly y: number; readonly size: number };

/** Sets lines of text in one font. */
export interface Typesetter {
  /** The width of a line in points. */
  width(text: string, size: number): number;
  /** PDF operators that draw a line as filled outlines. */
  draw(text: string, pen: Pen): string;
}

/** A position in font units. */
type Point = { readonly x: number; readonly y: number };

const OPERATORS = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'c',
  bezierCurveTo: 'c',
  closePath: 'h',
} as const;

function show(value: number): string {
  return (Math.round(value * 100) / 100).toString();
}

/** A quadratic Bézier curve as a cubic one: PDF has no other. */
function cubic(from: readonly number[], [cx = 0, cy = 0, x = 0, y = 0]: readonly number[]) {
  const [fromX = 0, fromY = 0] = from;
  const third = (a: number, b: number) => a + (2 / 3) * (b - a);
  return [third(fromX, cx), third(fromY, cy), third(x, cx), third(y, cy), x, y];
}

/** The path operators of a glyph, in font units from its own origin. */
function outline({ path }: Glyph): string {
  let operators = '';
  let pen: readonly number[] = [];
  for (const { command, args } of path.commands) {
    const points = command === 'quadraticCurveTo' ? cubic(pen, args) : args;
    operators += `${[...points.map(show), OPERATORS[command]].join(' ')}\n`;
    pen = points.slice(-2);
  }
  return operators === '' ? '' : `${operators}f\n`;
}

function outlineOf(glyph: Glyph, { outlines }: FontFace): string {
  const operators = outlines.get(glyph.id) ?? outline(glyph);
  outlines.set(glyph.id, operators);
  return operators;
}

function move(from: Point, to: Point): string {
  return from.x === to.x && from.y === to.y ? '' : `1 0 0 1 ${to.x - from.x} ${to.y - from.y} cm\n`;
}

/** Draws shaped runs one after the other, in font units, each glyph from its own origin. */
function drawRuns(runs: readonly GlyphRun[], face: FontFace): string {
  let operators = '';
  let origin: Point = { x: 0, y: 0 };
  let advance = 0;
  for (const { glyphs, positions } of runs) {
    for (const [index, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      const path = outlineOf(glyph, face);
      const at = { x: advance + xOffset, y: yOffset };
      advance += xAdvance;
      if (path === '') continue;
      operators += `${move(origin, at)}${path}`;
      origin = at;
    }
  }
  return operators;
}

/** A typesetter for one drawing: it shapes each text once. */
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
