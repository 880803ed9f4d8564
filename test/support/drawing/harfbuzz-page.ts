import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Face, Font, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { FONT_SOURCES } from '../../../scripts/build/font-sources.ts';
import type { ScriptSample } from './script-samples.ts';

const { resolve } = createRequire(import.meta.url);
const opened = new Map<string, Font>();

function fontAt(file: string): Font {
  const source = FONT_SOURCES.find((one) => one.endsWith(`/${file}`)) ?? file;
  const known = opened.get(file) ?? new Font(new Face(new Blob(readFileSync(resolve(source))), 0));
  opened.set(file, known);
  return known;
}

const OPERATORS: Readonly<Record<string, string>> = { M: 'm', L: 'l', C: 'c', Z: 'h' };

/** PDF operators of a path as SVG has it. */
function operatorsOf(path: string): string {
  let pen: number[] = [];
  let operators = '';
  for (const [, command = '', values = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    let points = values.split(/[ ,]/).filter(Boolean).map(Number);
    if (command === 'Q') {
      const [fromX = 0, fromY = 0] = pen;
      const [x = 0, y = 0, toX = 0, toY = 0] = points;
      const near = (a: number, b: number) => a + ((b - a) * 2) / 3;
      points = [near(fromX, x), near(fromY, y), near(toX, x), near(toY, y), toX, toY];
    }
    pen = points.slice(-2);
    operators += `${points.join(' ')} ${OPERATORS[command === 'Q' ? 'C' : command]}\n`;
  }
  return operators === '' ? '' : `${operators}f\n`;
}

/** A line as harfbuzzjs shapes and draws it, without any code of ours: PDF operators. */
export function referenceLine(
  { parts }: ScriptSample,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): string {
  let advance = 0;
  let operators = '';
  for (const { file, text } of parts) {
    const font = fontAt(file);
    const buffer = new HarfBuzzBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const at = `1 0 0 1 ${advance + xOffset} ${yOffset} cm`;
      operators += `q ${at}\n${operatorsOf(font.glyphToPath(codepoint))}Q\n`;
      advance += xAdvance;
    }
  }
  return `q ${size / 1000} 0 0 ${size / 1000} ${x} ${y} cm\n${operators}Q\n`;
}
