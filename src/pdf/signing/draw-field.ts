import type { PDF, PdfDict, PdfStream } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw } from '../fonts/fonts.ts';
import { typesetter } from '../fonts/typesetter.ts';
import { formStream, readDict, readName, readNumber, readText } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import type { FieldBox } from './field-frame.ts';
import { borderWidth, circle, drawFrame, operation } from './field-frame.ts';
import type { TextStyle } from './field-text.ts';
import { drawComb, drawLines, drawList, rowsOf } from './field-text.ts';
import { fieldEntry, hasFlag, optionsOf, shownValue, stateOf } from './field-value.ts';
import { rotationOf, turnedBy } from './geometry.ts';

interface FieldDrawing extends FieldBox {
  readonly pdf: PDF;
  readonly widget: PdfDict;
  /** Loads fonts if there is text. */
  readonly fonts: () => Promise<Fonts>;
}

const LEAST_INSET = 2;
const CENTRED = 1;
const COLOUR = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/;
const SIZE = /([\d.]+)\s+Tf/;

/** Fills a shape with corners "x y, x y". */
const shape = (corners: string): string =>
  `${corners.replaceAll(',', ' l').replace(' l', ' m')} l f\n`;

/** Marks of checked buttons in a unit square, by ZapfDingbats caption. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['4', shape('.1 .48, .2 .58, .4 .36, .8 .9, .92 .82, .42 .1')],
  ['8', shape('.15 .25, .25 .15, .85 .75, .75 .85') + shape('.15 .75, .75 .15, .85 .25, .25 .85')],
  [
    'H',
    shape('.5 .95, .39 .65, .07 .64, .33 .44, .24 .14, .5 .32, .76 .14, .67 .44, .93 .64, .61 .65'),
  ],
  ['l', `${circle(0.5, 0.5, 0.28)}f\n`],
  ['n', shape('.2 .2, .8 .2, .8 .8, .2 .8')],
  ['u', shape('.5 .1, .9 .5, .5 .9, .1 .5')],
]);

const caption = ({ pdf, widget }: FieldDrawing): string =>
  readText(pdf, readDict(pdf, widget.get('MK'))?.get('CA')) ?? '';

const isRadio = ({ pdf, widget }: FieldDrawing): boolean => hasFlag(pdf, widget, 'radio');

function markOf(drawing: FieldDrawing): string {
  const given = caption(drawing);
  if (MARKS.has(given)) return given;
  return isRadio(drawing) ? 'l' : '4';
}

const appearanceString = ({ pdf, widget }: FieldDrawing): string =>
  readText(pdf, fieldEntry(pdf, widget, 'DA')) ?? '';

const colourOf = (drawing: FieldDrawing): string =>
  COLOUR.exec(appearanceString(drawing))?.[0] ?? '0 g';

function drawMark(drawing: FieldDrawing): string {
  const { pdf, widget, width, height } = drawing;
  const state = stateOf(pdf, widget);
  if (state === undefined) fail('FORM_VALUE', 'it does not say which of its buttons is on');
  if (state === 'Off') return '';
  const size = Math.min(width, height) - 2 * borderWidth(pdf, widget);
  const matrix = operation([size, 0, 0, size, (width - size) / 2, (height - size) / 2], 'cm');
  return `${colourOf(drawing)}\nq ${matrix}${MARKS.get(markOf(drawing))}Q\n`;
}

/** Cells of a comb field, one character each; 0 for other fields. */
function cellsOf({ pdf, widget, width }: FieldDrawing): number {
  const isComb = hasFlag(pdf, widget, 'comb') && !hasFlag(pdf, widget, 'multiline');
  const cells = isComb ? (readNumber(pdf, fieldEntry(pdf, widget, 'MaxLen')) ?? 0) : 0;
  // A cell is at least a point wide, whatever number the file has.
  return cells <= width ? cells : 0;
}

function styleOf(drawing: FieldDrawing, fonts: Fonts): TextStyle {
  const { pdf, widget, width, height } = drawing;
  return {
    face: typesetter(fonts.regular),
    width,
    height,
    inset: Math.max(LEAST_INSET, 2 * borderWidth(pdf, widget)),
    size: Number(SIZE.exec(appearanceString(drawing))?.[1] ?? 0),
    align: readNumber(pdf, fieldEntry(pdf, widget, 'Q')) ?? 0,
  };
}

function checkFonts(fonts: Fonts, text: string): void {
  if (canDraw(fonts, text.replace(/\s/g, ' '))) return;
  fail('FORM_VALUE', 'it has a value that cannot be drawn');
}

async function drawText(drawing: FieldDrawing): Promise<string> {
  const { pdf, widget } = drawing;
  const text = shownValue(pdf, widget);
  if (text === '') return '';
  const fonts = await drawing.fonts();
  checkFonts(fonts, text);
  const style = styleOf(drawing, fonts);
  const cells = cellsOf(drawing);
  const isLong = hasFlag(pdf, widget, 'multiline');
  const ink = cells > 0 ? drawComb(text, style, cells) : drawLines(text, style, isLong);
  return `${colourOf(drawing)}\n${ink}`;
}

async function drawChoice(drawing: FieldDrawing): Promise<string> {
  const { pdf, widget } = drawing;
  const options = optionsOf(pdf, widget);
  if (hasFlag(pdf, widget, 'combo') || options.length === 0) return await drawText(drawing);
  const fonts = await drawing.fonts();
  const style = styleOf(drawing, fonts);
  const first = Math.max(0, readNumber(pdf, fieldEntry(pdf, widget, 'TI')) ?? 0);
  const shown = options.slice(first, first + rowsOf(style));
  checkFonts(fonts, shown.map(({ label }) => label).join(' '));
  return drawList(shown, style, colourOf(drawing));
}

async function drawCaption(drawing: FieldDrawing): Promise<string> {
  const text = caption(drawing);
  if (text === '') return '';
  const fonts = await drawing.fonts();
  checkFonts(fonts, text);
  const style = { ...styleOf(drawing, fonts), align: CENTRED };
  return `${colourOf(drawing)}\n${drawLines(text, style, false)}`;
}

async function drawInk(drawing: FieldDrawing, type: string | undefined): Promise<string> {
  const { pdf, widget } = drawing;
  if (type === 'Tx') return await drawText(drawing);
  if (type === 'Ch') return await drawChoice(drawing);
  if (type !== 'Btn') return '';
  return hasFlag(pdf, widget, 'pushButton') ? await drawCaption(drawing) : drawMark(drawing);
}

/**
 * Draws a field from its value, with text as outlines; undefined if it shows nothing. Throws
 * PdfError FORM_VALUE, whose message continues a sentence about the field, if that is impossible.
 */
export async function drawField(drawing: FieldDrawing): Promise<PdfStream | undefined> {
  const { pdf, widget } = drawing;
  const type = readName(pdf, fieldEntry(pdf, widget, 'FT'));
  const turn = rotationOf(readNumber(pdf, readDict(pdf, widget.get('MK'))?.get('R')) ?? 0) ?? 0;
  const isSideways = turn === 90 || turn === 270;
  const [width, height] = isSideways
    ? [drawing.height, drawing.width]
    : [drawing.width, drawing.height];
  const upright = { ...drawing, width, height };
  const isRound = type === 'Btn' && isRadio(upright) && markOf(upright) === 'l';
  const cells = type === 'Tx' ? cellsOf(upright) : 0;
  const frame = drawFrame(pdf, widget, { width, height, isRound, cells });
  const ink = await drawInk(upright, type);
  if (frame === '' && ink === '') return undefined;
  const content = Buffer.from(`q\n${frame}${ink}Q`, 'latin1');
  return formStream({ width, height, content, matrix: turnedBy(turn) });
}
