import { constants, deflateRawSync } from 'node:zlib';
import { aPdf, streamObject, writePdf } from './a-pdf.ts';

export const GIB = 1024 ** 3;
const PIECES = 256;
const ZLIB_HEADER = Buffer.from([0x78, 0xda]);
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const ADLER_BASE = 65_521;

/** Deflated zeros (RFC 1950), repeated from one deflated piece to save time and memory. Viewers ignore the checksum. */
export function deflatedZeros(bytes: number, first = ''): Buffer {
  const head = deflateRawSync(first, { finishFlush: constants.Z_FULL_FLUSH });
  const zeros = Buffer.alloc(bytes / PIECES);
  const piece = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(bytes % ADLER_BASE, 0);
  checksum.writeUInt16BE(1, 2);
  const pieces = Array.from({ length: PIECES }, () => piece);
  return Buffer.concat([ZLIB_HEADER, head, ...pieces, LAST_BLOCK, checksum]);
}

/** A file whose catalogue is in an object stream. */
export function inObjectStream(data: Buffer, entries: string): Buffer {
  const header = Buffer.from('%PDF-1.7\n');
  const stream = streamObject(data, `/Type /ObjStm /N 2 /First 8 ${entries}`);
  const first = Buffer.concat([Buffer.from('3 0 obj\n'), stream, Buffer.from('\nendobj\n')]);
  const rows = [
    [0, 0, 255],
    [2, 3, 0],
    [2, 3, 1],
    [1, header.length, 0],
    [1, header.length + first.length, 0],
  ];
  const xref = Buffer.concat(
    rows.map(([type = 0, at = 0, index = 0]) => {
      const row = Buffer.alloc(6);
      row.writeUInt8(type, 0);
      row.writeUInt32BE(at, 1);
      row.writeUInt8(index, 5);
      return row;
    }),
  );
  const last = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    streamObject(xref, '/Type /XRef /Size 5 /W [1 4 1] /Root 1 0 R'),
    Buffer.from('\nendobj\n'),
  ]);
  const end = Buffer.from(`startxref\n${header.length + first.length}\n%%EOF\n`);
  return Buffer.concat([header, first, last, end]);
}

/** An object stream that inflates to `bytes`, with a cross-reference stream that refers to it. */
export function objectStreamBomb(bytes = GIB): Buffer {
  return inObjectStream(deflatedZeros(bytes), '/Filter /FlateDecode');
}

export function xrefStreamOnly(data: Buffer, entries: string): Buffer {
  const header = Buffer.from('%PDF-1.7\n');
  const body = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    streamObject(data, `/Type /XRef /Root 1 0 R ${entries}`),
    Buffer.from('\nendobj\n'),
  ]);
  return Buffer.concat([header, body, Buffer.from(`startxref\n${header.length}\n%%EOF\n`)]);
}

/** A cross-reference stream that inflates to `bytes`. */
export function xrefStreamBomb(bytes = GIB): Buffer {
  const entries = `/Size 5 /W [1 4 1] /Index [0 ${Math.floor(bytes / 6)}] /Filter /FlateDecode`;
  return xrefStreamOnly(deflatedZeros(bytes), entries);
}

/** A few hundred bytes that declare 2^31 entries of width 0. */
export function zeroWidthXref(): Buffer {
  return xrefStreamOnly(Buffer.alloc(0), '/Size 5 /W [0 0 0] /Index [0 2147483648]');
}

/** A page tree whose node is its own child. */
export function cyclicPages(): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
  ]);
}

/** One page listed twice: some readers count one page, some two. */
export function doubledPage(): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]);
}

/** A page tree without pages. */
export function pagelessPdf(count = 0): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [] /Count ${count} >>`,
  ]);
}

/** A chain of so many objects behind the catalogue, each of which refers to the next: 60,000 take longer to read than is allowed. */
export function chainedObjects(count = 60_000): Buffer {
  const first = 6;
  const links = Array.from(
    { length: count },
    (_, index) =>
      `<< /A ${index + 1 < count ? `${first + index + 1} 0 R` : 'null'} /B [1 2 3 (x)] >>`,
  );
  return aPdf({ catalog: `/X ${first} 0 R`, more: links });
}
