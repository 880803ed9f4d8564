import { partsOf, wrapWords } from '../fonts/cut-text.ts';
import type { Typesetter } from '../fonts/typesetter.ts';
import { operation } from './field-frame.ts';
import type { Option } from './field-value.ts';

/** Lengths are in points. */
export interface TextStyle {
  readonly face: Typesetter;
  /** Of the field. */
  readonly width: number;
  readonly height: number;
  /** Kept free on each side. */
  readonly inset: number;
  /** 0: the largest that fits. */
  readonly size: number;
  /** 0 is left, 1 centre, 2 right. */
  readonly align: number;
}

const LARGEST = 12;
const SMALLEST = 4;
const STEP = 0.5;
const LEADING = 1.2;
/** Height of a line that fills its box, in font sizes. */
const FILL = 0.7;
/** From the middle of a line to its baseline, in font sizes. */
const BELOW_MIDDLE = 0.3;
const CHOSEN = '0.6 0.757 0.855 rg';

const sizeOf = ({ size, height }: TextStyle): number => size || Math.min(LARGEST, height * FILL);

function fitted(text: string, style: TextStyle, isLong: boolean) {
  const { face, width, height, inset } = style;
  const room = width - 2 * inset;
  const paragraphs = isLong ? text.split(/\r\n?|\n/) : [text.replace(/\s+/g, ' ')];
  for (let size = sizeOf(style); ; size -= STEP) {
    const fits = (line: string) => face.width(line, size) <= room;
    const lines = isLong ? paragraphs.flatMap((one) => wrapWords(one, fits)) : paragraphs;
    const isHigh = isLong && lines.length * size * LEADING > height - inset;
    if (size <= SMALLEST || (!isHigh && lines.every(fits))) return { size, lines };
  }
}

const middle = (height: number, size: number): number => height / 2 - size * BELOW_MIDDLE;

/** Draws one line or, if `isLong`, as many as needed from the top. */
export function drawLines(text: string, style: TextStyle, isLong: boolean): string {
  const { face, width, height, inset, align } = style;
  const { size, lines } = fitted(text, style, isLong);
  const first = isLong ? height - inset - size : middle(height, size);
  const left = (line: string) =>
    inset + (Math.max(0, width - 2 * inset - face.width(line, size)) * align) / 2;
  return lines
    .map((line, index) =>
      face.draw(line, { x: left(line), y: first - index * size * LEADING, size }),
    )
    .join('');
}

export function drawComb(text: string, style: TextStyle, cells: number): string {
  const { face, width, height, align } = style;
  const characters = partsOf(text.replace(/\s/g, ' '), 1).slice(0, cells);
  const size = sizeOf(style);
  const skipped = Math.floor(((cells - characters.length) * align) / 2);
  return characters
    .map((one, index) => {
      const centre = ((skipped + index + 0.5) * width) / cells;
      return face.draw(one, {
        x: centre - face.width(one, size) / 2,
        y: middle(height, size),
        size,
      });
    })
    .join('');
}

const lineOf = ({ size }: TextStyle): number => (size || LARGEST) * LEADING;

export const rowsOf = (style: TextStyle): number =>
  Math.max(0, Math.ceil((style.height - 2 * style.inset) / lineOf(style)));

export function drawList(options: readonly Option[], style: TextStyle, colour: string): string {
  const { face, width, height, inset } = style;
  const line = lineOf(style);
  const size = line / LEADING;
  const rows = options.map(({ label, isChosen }, index) => {
    const bottom = height - inset - (index + 1) * line;
    const band = operation([inset / 2, bottom, width - inset, line], 're');
    const text = face.draw(label, { x: inset, y: bottom + size * BELOW_MIDDLE, size });
    return `${isChosen ? `${CHOSEN}\n${band}f\n` : ''}${colour}\n${text}`;
  });
  return rows.join('');
}
