import type { Glyph } from 'fontkit';
import type { FontFace, Typeface } from './fonts.ts';
import { EM } from './fonts.ts';
import type { ShapedGlyph } from './harfbuzz.ts';
import type { ScriptRun } from './scripts.ts';
import { scriptRuns } from './scripts.ts';

/** Where a line's baseline starts, and the font size, in points. */
type Pen = { readonly x: number; readonly y: number; readonly size: number };

export interface Typesetter {
  /** In points. */
  width(text: string, size: number): number;
  /** PDF operators that draw a line as filled outlines. */
  draw(text: string, pen: Pen): string;
}

/** In font units. */
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

/** Quadratic Bézier curve to cubic, the only kind in PDF. */
function cubic(from: readonly number[], [cx = 0, cy = 0, x = 0, y = 0]: readonly number[]) {
  const [fromX = 0, fromY = 0] = from;
  const third = (a: number, b: number) => a + (2 / 3) * (b - a);
  return [third(fromX, cx), third(fromY, cy), third(x, cx), third(y, cy), x, y];
}

/** A glyph's path operators, in font units from its own origin. */
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

function outlineOf(id: number, { font, outlines }: FontFace): string {
  const operators = outlines.get(id) ?? outline(font.getGlyph(id));
  outlines.set(id, operators);
  return operators;
}

function move(from: Point, to: Point): string {
  return from.x === to.x && from.y === to.y ? '' : `1 0 0 1 ${to.x - from.x} ${to.y - from.y} cm\n`;
}

type Shaped = { readonly face: FontFace; readonly glyphs: readonly ShapedGlyph[] };

/** Draws runs one after the other in font units, each glyph from its own origin. */
function drawRuns(runs: readonly Shaped[]): string {
  let operators = '';
  let origin: Point = { x: 0, y: 0 };
  let advance = 0;
  for (const { face, glyphs } of runs) {
    for (const { id, xOffset, yOffset, xAdvance } of glyphs) {
      const path = outlineOf(id, face);
      const at = { x: advance + xOffset, y: yOffset };
      advance += xAdvance;
      if (path === '') continue;
      operators += `${move(origin, at)}${path}`;
      origin = at;
    }
  }
  return operators;
}

export function typesetter(typeface: Typeface): Typesetter {
  const shaped = new Map<string, Shaped[]>();
  const shape = (text: string): Shaped[] => {
    const runs = shaped.get(text) ?? scriptRuns(text).map(shapeRun);
    shaped.set(text, runs);
    return runs;
  };
  const shapeRun = ({ script, text }: ScriptRun): Shaped => {
    const face = typeface.face(script);
    return { face, glyphs: face.shape(text) };
  };
  return {
    width(text, size) {
      const glyphs = shape(text).flatMap((run) => run.glyphs);
      return (glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * size) / EM;
    },
    draw(text, { x, y, size }) {
      const scale = (size / EM).toFixed(6);
      const matrix = `${scale} 0 0 ${scale} ${x.toFixed(2)} ${y.toFixed(2)} cm`;
      return `q ${matrix}\n${drawRuns(shape(text))}Q\n`;
    },
  };
}
