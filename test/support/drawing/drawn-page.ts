import { streamObject, writePdf } from '../pdf/a-pdf.ts';

interface DrawnPage {
  /** PDF operators; F1 is Helvetica. */
  readonly content: string | Buffer;
  readonly box?: string;
  /** Entries of the page as PDF syntax. */
  readonly entries?: string;
  /** Entries of its resources beside the font. */
  readonly resources?: string;
  /** Bodies of further objects, numbered on from 6. */
  readonly more?: readonly (string | Buffer)[];
}

/** A PDF of one page with the given content. */
export function drawnPage(page: DrawnPage): Buffer {
  const { content, box = '0 0 595 842', entries = '', resources = '', more = [] } = page;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 5 0 R
        /Resources << /Font << /F1 3 0 R >> ${resources} >> ${entries} >>`,
    streamObject(content),
    ...more,
  ]);
}

/** Lines of text, 14 points apart, from `top` down to `bottom`. */
export function lines({ top = 790, bottom = 60, x = 60, words = 12 } = {}): string {
  const text = Array.from({ length: words }, () => 'agreed').join(' ');
  const rows = [];
  for (let y = top; y >= bottom; y -= 14) rows.push(`1 0 0 1 ${x} ${y} Tm (${text}) Tj`);
  return `BT /F1 11 Tf ${rows.join(' ')} ET\n`;
}

/** A whole page in one colour, red, green and blue from 0 to 1. */
export function paper(color: string, box = '0 0 595 842'): string {
  return `q ${color} rg ${box} re f Q\n`;
}

/** Numbers from 0 to 1 that look like chance and are the same in each run. */
export function* scatter(seed = 7): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

interface Scan {
  readonly width: number;
  readonly height: number;
  /** The shade of a pixel, from 0 to 255, from the top left. */
  readonly shade: (x: number, y: number, chance: () => number) => number;
}

/** A page that is one grey picture, as from a scanner. */
export function scannedPage({ width, height, shade }: Scan): Buffer {
  const numbers = scatter();
  const chance = () => numbers.next().value;
  const pixels = Buffer.alloc(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const value = shade(at % width, Math.floor(at / width), chance);
    pixels[at] = Math.max(0, Math.min(255, Math.round(value)));
  }
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  return drawnPage({
    content: 'q 595 0 0 842 0 0 cm /Im Do Q',
    resources: '/XObject << /Im 6 0 R >>',
    more: [streamObject(pixels, image)],
  });
}
