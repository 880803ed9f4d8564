import type { PDF, PdfDict, PdfObject } from '@libpdf/core';
import { readDict, readName, readNumber, readNumbers } from '../objects.ts';
import { pdfNumber } from '../pdf-file.ts';

/** In points. */
export interface FieldBox {
  readonly width: number;
  readonly height: number;
}

/** Colour operators by number of components (ISO 32000-2, table 192). */
const FILLING = ['', 'g', '', 'rg', 'k'];
const STROKING = ['', 'G', '', 'RG', 'K'];
/** Distance of a quarter circle's control points from its ends, in radii. */
const QUARTER = 0.5523;

export const operation = (numbers: readonly number[], operator: string): string =>
  `${[...numbers.map(pdfNumber), operator].join(' ')}\n`;

const colour = (pdf: PDF, value: PdfObject | undefined, operators: readonly string[]): string => {
  const numbers = readNumbers(pdf, value) ?? [];
  const operator = operators[numbers.length];
  return operator ? operation(numbers, operator) : '';
};

export function circle(x: number, y: number, r: number): string {
  const k = r * QUARTER;
  return [
    operation([x + r, y], 'm'),
    operation([x + r, y + k, x + k, y + r, x, y + r], 'c'),
    operation([x - k, y + r, x - r, y + k, x - r, y], 'c'),
    operation([x - r, y - k, x - k, y - r, x, y - r], 'c'),
    operation([x + k, y - r, x + r, y - k, x + r, y], 'c'),
  ].join('');
}

/** 0 if there is no border. */
export function borderWidth(pdf: PDF, widget: PdfDict): number {
  const hasColour = readNumbers(pdf, readDict(pdf, widget.get('MK'))?.get('BC'))?.length;
  if (!hasColour) return 0;
  const style = readNumber(pdf, readDict(pdf, widget.get('BS'))?.get('W'));
  return style ?? readNumbers(pdf, widget.get('Border'))?.[2] ?? 1;
}

function border(style: string | undefined, { width, height }: FieldBox, line: number): string {
  const half = line / 2;
  if (style === 'U') return operation([0, half], 'm') + operation([width, half], 'l');
  return operation([half, half, width - line, height - line], 're');
}

function dividers({ width, height }: FieldBox, cells: number): string {
  const lines = Array.from({ length: Math.max(0, cells - 1) }, (_, index) => {
    const x = ((index + 1) * width) / cells;
    return operation([x, 0], 'm') + operation([x, height], 'l');
  });
  return lines.join('');
}

/** ISO 32000-2, 12.5.6.19. May be empty. `isRound` is for radio buttons, `cells` for combs. */
export function drawFrame(
  pdf: PDF,
  widget: PdfDict,
  { isRound, cells, ...box }: FieldBox & { readonly isRound: boolean; readonly cells: number },
): string {
  const { width, height } = box;
  const traits = readDict(pdf, widget.get('MK'));
  const line = borderWidth(pdf, widget);
  const round = circle(width / 2, height / 2, (Math.min(width, height) - line) / 2);
  const shape = isRound ? round : operation([0, 0, width, height], 're');
  const inside = colour(pdf, traits?.get('BG'), FILLING);
  const background = inside && `${inside}${shape}f\n`;
  if (line === 0) return background;
  const styles = readDict(pdf, widget.get('BS'));
  const style = readName(pdf, styles?.get('S'));
  const dashes = style === 'D' ? (readNumbers(pdf, styles?.get('D')) ?? [3]) : [];
  const lines = isRound ? round : `${border(style, box, line)}${dividers(box, cells)}`;
  const outline = `${colour(pdf, traits?.get('BC'), STROKING)}${operation([line], 'w')}`;
  return `${background}${outline}[${dashes.map(pdfNumber).join(' ')}] 0 d\n${lines}S\n`;
}
