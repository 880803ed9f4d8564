import type { Glyph } from 'fontkit';

/** The PDF path operators of a glyph, in font units from its own origin. */
export type GlyphOutlines = (glyph: Glyph) => string;

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

/** The cubic Bézier curve with the shape of a quadratic one. */
function cubic(from: readonly number[], [cx = 0, cy = 0, x = 0, y = 0]: readonly number[]) {
  const [fromX = 0, fromY = 0] = from;
  const third = (a: number, b: number) => a + (2 / 3) * (b - a);
  return [third(fromX, cx), third(fromY, cy), third(x, cx), third(y, cy), x, y];
}

function operatorsOf({ path }: Glyph): string {
  let operators = '';
  let pen: readonly number[] = [];
  for (const { command, args } of path.commands) {
    const points = command === 'quadraticCurveTo' ? cubic(pen, args) : args;
    operators += `${[...points.map(show), OPERATORS[command]].join(' ')}\n`;
    pen = points.slice(-2);
  }
  return operators === '' ? '' : `${operators}f\n`;
}

/** The outlines of one font's glyphs, each worked out once: keep it with the font. */
export function glyphOutlines(): GlyphOutlines {
  const known = new Map<number, string>();
  return (glyph) => {
    const operators = known.get(glyph.id) ?? operatorsOf(glyph);
    known.set(glyph.id, operators);
    return operators;
  };
}
