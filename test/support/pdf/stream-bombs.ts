import { deflateSync, gzipSync } from 'node:zlib';
import { streamObject, writePdf } from './a-pdf.ts';
import {
  chainedObjects,
  deflatedZeros,
  GIB,
  inObjectStream,
  objectStreamBomb,
  xrefStreamBomb,
  xrefStreamOnly,
  zeroWidthXref,
} from './hostile-pdf.ts';

const MIB = 1024 ** 2;
const FLATE = '/Filter /FlateDecode';

/** LZW that fills its table with ever longer runs and then repeats the longest: 3,839 bytes for each code of 12 bits. */
export function lzwZeros(codes: number): Buffer {
  const bits: string[] = [];
  let [width, next] = [9, 258];
  const write = (code: number) => bits.push(code.toString(2).padStart(width, '0'));
  write(256);
  write(0);
  for (let count = 0; count < codes; count++) {
    write(Math.min(next, 4095));
    next = Math.min(next + 1, 4096);
    if (next === 512 || next === 1024 || next === 2048) width += 1;
  }
  write(257);
  const octets = bits.join('').match(/.{1,8}/g) ?? [];
  return Buffer.from(octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)));
}

/** A page, and forty object streams, each just small enough to be decoded, with one object in each. */
function manyObjectStreams(): Buffer {
  const count = 40;
  const first = 4;
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const rows: number[][] = [[0, 0, 0]];
  let length = parts[0]?.length ?? 0;
  const add = (body: Buffer) => {
    rows.push([1, length, 0]);
    parts.push(Buffer.from(`${rows.length - 1} 0 obj\n`), body, Buffer.from('\nendobj\n'));
    length = parts.reduce((sum, part) => sum + part.length, 0);
  };
  const refs = Array.from({ length: count }, (_, at) => `${first + count + at} 0 R`);
  add(Buffer.from(`<< /Type /Catalog /Pages 2 0 R /X [${refs.join(' ')}] >>`));
  add(Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'));
  add(Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'));
  for (let at = 0; at < count; at++) {
    const data = deflatedZeros(30 * MIB, `${first + count + at} 0 (x)`);
    add(streamObject(data, `/Type /ObjStm /N 1 /First 5 ${FLATE}`));
  }
  const inStreams = Array.from({ length: count }, (_, at) => [2, first + at, 0]);
  const xref = Buffer.concat(
    [...rows, ...inStreams].map(([kind = 0, at = 0, index = 0]) => {
      const row = Buffer.alloc(6);
      row.writeUInt8(kind, 0);
      row.writeUInt32BE(at, 1);
      row.writeUInt8(index, 5);
      return row;
    }),
  );
  const size = first + 2 * count;
  const last = streamObject(xref, `/Type /XRef /Size ${size} /W [1 4 1] /Root 1 0 R`);
  const [open, end] = [`${size} 0 obj\n`, `\nendobj\nstartxref\n${length}\n%%EOF\n`];
  return Buffer.concat([...parts, Buffer.from(open), last, Buffer.from(end)]);
}

/** A page with its content, object 4, and what that needs, from object 5 on. */
const onPage = (content: Buffer, resources = '', more: readonly Buffer[] = []) =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> >>`,
    content,
    ...more,
  ]);

/** Files that take far more to read than they hold, by what does. */
export const STREAM_BOMBS: Readonly<Record<string, () => Buffer>> = {
  'an object stream': objectStreamBomb,
  'forty object streams': manyObjectStreams,
  'a cross-reference stream': xrefStreamBomb,
  'a cross-reference of 2^31 empty entries': zeroWidthXref,
  'a deflated object stream, deflated': () =>
    inObjectStream(deflateSync(deflatedZeros(GIB)), '/Filter [/FlateDecode /FlateDecode]'),
  'deflated parts, one behind the other': () => {
    const part = deflateSync(Buffer.alloc(30 * MIB));
    return inObjectStream(Buffer.concat(Array.from({ length: 40 }, () => part)), FLATE);
  },
  'gzip in place of deflate': () => inObjectStream(gzipSync(Buffer.alloc(500 * MIB)), FLATE),
  LZW: () => inObjectStream(lzwZeros(500_000), '/Filter /LZWDecode'),
  'run lengths': () =>
    inObjectStream(Buffer.alloc(9 * MIB, Buffer.from([129, 0])), '/Filter /RunLengthDecode'),
  'deflated run lengths': () =>
    inObjectStream(
      deflateSync(Buffer.alloc(30 * MIB, Buffer.from([129, 0]))),
      '/Filter [/FlateDecode /RunLengthDecode]',
    ),
  'deflated base 85': () =>
    inObjectStream(
      deflateSync(Buffer.alloc(30 * MIB, 'z')),
      '/Filter [/FlateDecode /ASCII85Decode]',
    ),
  'a predictor of wide rows': () =>
    xrefStreamOnly(
      deflatedZeros(30 * MIB),
      `/Size 5 /W [1 4 1] ${FLATE} /DecodeParms << /Predictor 12 /Columns 2000000000 >>`,
    ),
  'a predictor of narrow rows': () =>
    xrefStreamOnly(
      deflatedZeros(30 * MIB),
      `/Size 5 /W [1 4 1] /Index [0 5000000] ${FLATE} /DecodeParms << /Predictor 12 /Columns 1 >>`,
    ),
  'fax lines of 2^30 pixels': () =>
    inObjectStream(
      Buffer.alloc(1000, 255),
      `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${GIB} >>`,
    ),
  'sixty thousand objects, one behind the other': () => chainedObjects(),
  'the content of a page': () => onPage(streamObject(deflatedZeros(GIB), FLATE)),
  'an image': () => {
    const size = '/Width 32768 /Height 32768 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const image = streamObject(deflatedZeros(GIB), `/Subtype /Image ${size} ${FLATE}`);
    return onPage(streamObject('500 0 0 500 0 0 cm /I Do'), '/XObject << /I 5 0 R >>', [image]);
  },
  'a colour profile': () => {
    const profile = streamObject(deflatedZeros(GIB), `/N 3 ${FLATE}`);
    const content = streamObject('/C cs 1 0 0 sc 0 0 500 500 re f');
    return onPage(content, '/ColorSpace << /C [/ICCBased 5 0 R] >>', [profile]);
  },
};
