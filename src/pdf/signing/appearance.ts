import { wrapWords } from '../fonts/cut-text.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Typesetter } from '../fonts/typesetter.ts';
import { typesetter } from '../fonts/typesetter.ts';

/** A signature box. The first line is the signer's name. */
export type Appearance = {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly test?: boolean;
};

type Faces = { readonly regular: Typesetter; readonly bold: Typesetter };

type AppearanceRow = { readonly face: Typesetter; readonly text: string; readonly size: number };

const PADDING = 8;
const LARGEST = 12;
const SMALLEST = 4;
const STEP = 0.5;
const SMALL = 0.75;
/** Text wraps rather than shrink below this part of its size. */
const LEAST_SHRINKING = 0.82;
const LEADING = 1.4;
const MAX_ROWS_PER_LINE = 3;

/** Shrinks a line a little if that fits the width, else wraps it between words. */
function fitLine(
  face: Typesetter,
  line: string,
  box: { size: number; room: number },
): AppearanceRow[] {
  const { size, room } = box;
  const shrunk = (text: string) => Math.min(size, (size * room) / (face.width(text, size) || 1));
  const whole = { face, text: line, size: shrunk(line) };
  if (whole.size >= size * LEAST_SHRINKING) return [whole];
  const rows = wrapWords(line, (text) => face.width(text, size) <= room);
  return rows.map((text) => ({ face, text, size: shrunk(text) }));
}

function heightOf(rows: readonly AppearanceRow[]): number {
  return rows.reduce((sum, { size }) => sum + size * LEADING, 0);
}

/** The rows for a size of the name. The other lines share a size. */
function rowsAt(size: number, { width, lines }: Appearance, faces: Faces): AppearanceRow[][] {
  const room = width - 2 * PADDING;
  const [name = '', ...others] = lines;
  const below = others.map((line) => fitLine(faces.regular, line, { size: size * SMALL, room }));
  const shared = Math.min(...below.flat().map((row) => row.size));
  const even = below.map((rows) => rows.map((row) => ({ ...row, size: shared })));
  return [fitLine(faces.bold, name, { size, room }), ...even];
}

function isReadable(rows: readonly AppearanceRow[], size: number): boolean {
  return (
    rows.length <= MAX_ROWS_PER_LINE && rows.every((row) => row.size >= size * LEAST_SHRINKING)
  );
}

function layOut(appearance: Appearance, faces: Faces): AppearanceRow[] {
  for (let size = LARGEST; size > SMALLEST; size -= STEP) {
    const [name = [], ...others] = rowsAt(size, appearance, faces);
    const readable =
      isReadable(name, size) && others.every((rows) => isReadable(rows, size * SMALL));
    const rows = [name, ...others].flat();
    if (readable && heightOf(rows) <= appearance.height - PADDING) return rows;
  }
  return rowsAt(SMALLEST, appearance, faces).flat();
}

function frame(width: number, height: number): string {
  return [
    '0.97 0.98 1 rg 0.36 0.45 0.6 RG 0.75 w',
    `0.5 0.5 ${width - 1} ${height - 1} re B`,
    `0.16 0.34 0.62 rg 0.5 0.5 3 ${height - 1} re f`,
    '',
  ].join('\n');
}

/** TEST in pale red along the diagonal, behind the text. */
function testMark({ width, height }: Appearance, face: Typesetter): string {
  const angle = Math.atan2(height, width);
  const size = Math.min(width, height) * 0.45;
  const reach = face.width('TEST', size) / 2;
  const [cos, sin] = [Math.cos(angle).toFixed(4), Math.sin(angle).toFixed(4)];
  const operators = face.draw('TEST', { x: -reach, y: -size * 0.36, size });
  const matrix = `${cos} ${sin} -${sin} ${cos} ${width / 2} ${height / 2} cm`;
  return `q 0.99 0.86 0.86 rg ${matrix}\n${operators}Q\n`;
}

/** Draws a signature box. Text is outlines, so that no fonts are needed. */
export function drawAppearance(appearance: Appearance, fonts: Fonts): Buffer {
  const { width, height, test = false } = appearance;
  const faces = { regular: typesetter(fonts.regular), bold: typesetter(fonts.bold) };
  const rows = layOut(appearance, faces);
  let top = (height + heightOf(rows)) / 2;
  let content = `q\n${frame(width, height)}`;
  if (test) content += testMark(appearance, faces.bold);
  content += '0.1 0.14 0.22 rg\n';
  for (const { face, text, size } of rows) {
    content += face.draw(text, { x: PADDING, y: top - size * 1.08, size });
    top -= size * LEADING;
  }
  return Buffer.from(`${content}Q`, 'latin1');
}
