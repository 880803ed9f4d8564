import type { Font, GlyphRun } from 'fontkit';

/** Drawn text: PDF path operators that fill it, and its advance in points. */
export type Outline = { readonly operators: string; readonly width: number };

type Pen = { readonly x: number; readonly y: number; readonly size: number };

function isDevanagari(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  if (point === 0x200c || point === 0x200d) return true;
  return (point >= 0x900 && point <= 0x97f) || (point >= 0xa8e0 && point <= 0xa8ff);
}

/** Splits a text into pieces of one script each; spaces go with what stands before them. */
export function scriptRuns(text: string): string[] {
  const runs: string[] = [];
  let current: boolean | undefined;
  for (const char of text) {
    const devanagari = char === ' ' && current !== undefined ? current : isDevanagari(char);
    if (devanagari === current) runs.push(`${runs.pop() ?? ''}${char}`);
    else runs.push(char);
    current = devanagari;
  }
  return runs;
}

function show(value: number): string {
  return (Math.round(value * 100) / 100).toString();
}

/** The cubic Bézier curve with the shape of a quadratic one. */
function cubic(from: readonly [number, number], args: readonly number[]): number[] {
  const [cx = 0, cy = 0, x = 0, y = 0] = args;
  const third = (a: number, b: number) => a + (2 / 3) * (b - a);
  return [third(from[0], cx), third(from[1], cy), third(x, cx), third(y, cy), x, y];
}

const OPERATORS: Readonly<Record<string, string>> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'c',
  bezierCurveTo: 'c',
};

type Path = GlyphRun['glyphs'][number]['path'];

function drawPath(path: Path, at: { x: number; y: number; scale: number }): string {
  let operators = '';
  let last: [number, number] = [0, 0];
  for (const { command, args } of path.commands) {
    if (command === 'closePath') {
      operators += 'h\n';
      continue;
    }
    const moved = args.map((value, index) => (index % 2 ? at.y : at.x) + value * at.scale);
    const points = command === 'quadraticCurveTo' ? cubic(last, moved) : moved;
    operators += `${points.map(show).join(' ')} ${OPERATORS[command] ?? 'l'}\n`;
    last = [points.at(-2) ?? 0, points.at(-1) ?? 0];
  }
  return operators;
}

/** A line of text as filled outlines, its baseline beginning at the pen; shaped script by script. */
export function outline(font: Font, text: string, pen: Pen): Outline {
  const scale = pen.size / font.unitsPerEm;
  let operators = '';
  let x = pen.x;
  for (const run of scriptRuns(text)) {
    const { glyphs, positions } = font.layout(run);
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index];
      if (position === undefined) continue;
      const at = { x: x + position.xOffset * scale, y: pen.y + position.yOffset * scale, scale };
      operators += drawPath(glyph.path, at);
      x += position.xAdvance * scale;
    }
  }
  return { operators: operators === '' ? '' : `${operators}f\n`, width: x - pen.x };
}

/** The width of a line of text in points. */
export function textWidth(font: Font, text: string, size: number): number {
  let units = 0;
  for (const run of scriptRuns(text)) {
    for (const { xAdvance } of font.layout(run).positions) units += xAdvance;
  }
  return (units * size) / font.unitsPerEm;
}
