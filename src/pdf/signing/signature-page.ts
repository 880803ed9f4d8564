import { deflateSync } from 'node:zlib';
import type { PDF } from '@libpdf/core';
import { PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw } from '../fonts/fonts.ts';
import type { Typesetter } from '../fonts/typesetter.ts';
import { typesetter } from '../fonts/typesetter.ts';
import { numberArray, readArray, readDict, readNumber } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { inOutputColours } from './output-colours.ts';
import { oneLine } from './signature-lines.ts';

export interface SignaturePage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** PDF operators that need no resources. */
  readonly content: string;
}

/** Sizes are in points. */
export interface SignaturePageText {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly documentName: string;
  readonly documentId: string;
  /** The page's number, which is also the page count with it. */
  readonly page: number;
}

/** `down` is the distance from the top edge to the baseline. */
interface Line {
  readonly face: Typesetter;
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly down: number;
}

const DARK = '0.1 0.14 0.22';
const GREY = '0.36 0.42 0.51';
const BLUE = '0.16 0.34 0.62';

function linesOf(text: SignaturePageText, fonts: Fonts): Line[] {
  const [regular, bold] = [typesetter(fonts.regular), typesetter(fonts.bold)];
  const name = oneLine(text.documentName);
  const shown = canDraw(fonts, name) ? name : '';
  const note = `Page ${text.page}, added for signatures. Document ${text.documentId}`;
  return [
    { face: bold, text: 'Signatures', size: 20, color: DARK, down: 62 },
    { face: regular, text: shown, size: 11, color: DARK, down: 82 },
    { face: regular, text: note, size: 8, color: GREY, down: 98 },
  ];
}

/**
 * Draws the heading within 110 points from the top: title, document name if the fonts have its
 * characters, and a note that the page was added. Text is outlines, so that no fonts are needed.
 */
export function drawSignaturePage(text: SignaturePageText, fonts: Fonts): SignaturePage {
  const { width, height, margin } = text;
  const room = width - 2 * margin;
  const bar = `${BLUE} rg ${margin} ${(height - 36).toFixed(2)} 36 3 re f\n`;
  const lines = linesOf(text, fonts).map(({ face, text: line, size, color, down }) => {
    const fitted = Math.min(size, (size * room) / (face.width(line, size) || 1));
    return `${color} rg\n${face.draw(line, { x: margin, y: height - down, size: fitted })}`;
  });
  return { width, height, content: `q\n${bar}${lines.join('')}Q` };
}

function contentStream(content: string): PdfStream {
  const deflated = deflateSync(Buffer.from(content, 'latin1'));
  return new PdfStream([['Filter', PdfName.of('FlateDecode')]], new Uint8Array(deflated));
}

/**
 * Appends the page at the root of the page tree, since other nodes pass attributes to their pages.
 * The PDF must be rewritten after. Throws PdfError NO_SUCH_PAGE if the root has no list of pages.
 */
export function appendSignaturePage(pdf: PDF, { width, height, content }: SignaturePage): void {
  const parent = pdf.getCatalog().get('Pages');
  const root = readDict(pdf, parent);
  const kids = readArray(pdf, root?.get('Kids'));
  const isTree = parent instanceof PdfRef && root !== undefined && kids !== undefined;
  if (!isTree) fail('NO_SUCH_PAGE', 'the root of the page tree lists no pages');
  const count = readNumber(pdf, root.get('Count')) ?? pdf.getPageCount();
  const page = PdfDict.of({
    Type: PdfName.of('Page'),
    Parent: parent,
    MediaBox: numberArray([0, 0, width, height]),
    // Otherwise these and the resources would be inherited.
    CropBox: numberArray([0, 0, width, height]),
    Rotate: PdfNumber.of(0),
    Resources: PdfDict.of({}),
    Contents: pdf.register(contentStream(inOutputColours(pdf, content))),
  });
  kids.push(pdf.register(page));
  root.set('Count', PdfNumber.of(count + 1));
}
