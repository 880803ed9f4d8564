import { crc32, deflateSync } from 'node:zlib';
import type { OpenPage } from './open-pages.ts';
import { drawPage, readPages } from './open-pages.ts';
import type { Pdfium } from './pdfium.ts';

export type PictureJob = { readonly bytes: Uint8Array; readonly page: number };

export interface PagePicture {
  /** The page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** 108 dpi: small print is readable. */
const PIXELS_A_POINT = 1.5;
const MOST_PIXELS = 2000;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Eight bits per colour, RGB. */
const TRUE_COLOUR = [8, 2, 0, 0, 0];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Writes a PNG (ISO/IEC 15948) from rows that each start with their filter byte, 0. */
function writePng(size: { columns: number; rows: number }, pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size.columns, 0);
  head.writeUInt32BE(size.rows, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.from([...head, ...TRUE_COLOUR])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function draw(page: OpenPage): PagePicture {
  const { width, height } = page;
  const scale = Math.min(PIXELS_A_POINT, MOST_PIXELS / Math.max(width, height));
  const size = { columns: Math.ceil(width * scale), rows: Math.ceil(height * scale) };
  const pixels = drawPage(page, size, ({ memory, addressOf }) => {
    const lineBytes = 1 + 3 * size.columns;
    const lines = new Uint8Array(lineBytes * size.rows);
    for (let row = 0; row < size.rows; row++) {
      for (let column = 0; column < size.columns; column++) {
        const from = addressOf(column, row);
        const to = row * lineBytes + 1 + 3 * column;
        lines.set([memory[from + 2] ?? 0, memory[from + 1] ?? 0, memory[from] ?? 0], to);
      }
    }
    return lines;
  });
  return { width, height, png: writePng(size, pixels) };
}

/** Undefined if PDFium cannot open the page. Throws if PDFium runs out of memory. */
export function drawPng(pdfium: Pdfium, { bytes, page }: PictureJob): PagePicture | undefined {
  return readPages(pdfium, { bytes, numbers: [page], fieldsFor: 'screen' }, draw)?.[0];
}
