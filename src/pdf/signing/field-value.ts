import type { PDF, PdfDict, PdfStream } from '@libpdf/core';
import { PdfString } from '@libpdf/core';
import { fail } from '../errors.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw } from '../fonts/fonts.ts';
import type { Typesetter } from '../fonts/typesetter.ts';
import { typesetter } from '../fonts/typesetter.ts';
import { wrapWords } from '../fonts/wrap-words.ts';
import { formStream, readArray, readDict, readNumber, readObject, readText } from '../objects.ts';

/** Field flags (ISO 32000-2, tables 226 and 231). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;

const PADDING = 2;
const LARGEST = 12;
const SMALLEST = 4;
const STEP = 0.5;
const LEADING = 1.2;
/** Height of a line that fills its box, in font sizes. */
const FILL = 0.7;
const MAX_DEPTH = 32;

/** An entry of a field: its own, or one of a field above it (ISO 32000-2, 12.7.4.1). */
export function fieldEntry(pdf: PDF, widget: PdfDict, key: string) {
  let node: PdfDict | undefined = widget;
  for (let depth = 0; node !== undefined && depth < MAX_DEPTH; depth++) {
    const value = readObject(pdf, node.get(key));
    if (value !== undefined) return value;
    node = readDict(pdf, node.get('Parent'));
  }
  return undefined;
}

/** The value of a text or choice field as it is shown; empty when there is none. */
export function shownValue(pdf: PDF, widget: PdfDict): string {
  const value = fieldEntry(pdf, widget, 'V');
  const values = value instanceof PdfString ? [value] : (readArray(pdf, value) ?? []);
  const options = readArray(pdf, fieldEntry(pdf, widget, 'Opt')) ?? [];
  const labels = new Map<string, string>();
  for (const option of options) {
    const [exported, label] = readArray(pdf, option) ?? [];
    labels.set(readText(pdf, exported) ?? '', readText(pdf, label) ?? '');
  }
  const texts = [...values].map((one) => readText(pdf, one) ?? '');
  const shown = texts.map((text) => labels.get(text) ?? text).join(', ');
  const flags = readNumber(pdf, fieldEntry(pdf, widget, 'Ff')) ?? 0;
  return flags & PASSWORD ? '*'.repeat([...shown].length) : shown;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The largest size, up to the wanted one, at which the text fits its box. */
function fitted(text: string, face: Typesetter, box: Box & { size: number; isLong: boolean }) {
  const room = box.width - 2 * PADDING;
  const paragraphs = box.isLong ? text.split(/\r\n?|\n/) : [text.replace(/\s+/g, ' ')];
  for (let size = box.size; ; size -= STEP) {
    const fits = (line: string) => face.width(line, size) <= room;
    const lines = box.isLong ? paragraphs.flatMap((one) => wrapWords(one, fits)) : paragraphs;
    const isHigh = box.isLong && lines.length * size * LEADING > box.height - PADDING;
    if (size <= SMALLEST || (!isHigh && lines.every(fits))) return { size, lines };
  }
}

const COLOUR = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/;
const SIZE = /([\d.]+)\s+Tf/;

/**
 * Draws a field's value, as outlines, for a field that has no appearance. Throws PdfError FORM_VALUE when no font has a
 * character.
 */
export function drawValue(pdf: PDF, widget: PdfDict, box: Box & { fonts: Fonts }): PdfStream {
  const { width, height, fonts } = box;
  const text = shownValue(pdf, widget);
  if (!canDraw(fonts, text.replace(/\s/g, ' '))) {
    fail('FORM_VALUE', 'a form field has a value that cannot be drawn');
  }
  const face = typesetter(fonts.regular);
  const isLong = ((readNumber(pdf, fieldEntry(pdf, widget, 'Ff')) ?? 0) & MULTILINE) !== 0;
  const style = readText(pdf, fieldEntry(pdf, widget, 'DA')) ?? '';
  const wanted = Number(SIZE.exec(style)?.[1]) || Math.min(LARGEST, height * FILL);
  const { size, lines } = fitted(text, face, { width, height, size: wanted, isLong });
  const centred = (height - size) / 2 + size * 0.2;
  const first = isLong ? height - PADDING - size : centred;
  const drawn = lines.map((line, index) =>
    face.draw(line, { x: PADDING, y: first - index * size * LEADING, size }),
  );
  const content = `q\n${COLOUR.exec(style)?.[0] ?? '0 g'}\n${drawn.join('')}Q`;
  return formStream({ width, height, content: Buffer.from(content, 'latin1') });
}
