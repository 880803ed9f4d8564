import { deflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { textObject } from '../objects.ts';
import { loadPdf, savePdf } from '../pdf-file.ts';

const NAME = 'sRGB IEC61966-2.1';
const HEADER_BYTES = 128;
const CURVE_POINTS = 1024;
/** White point and primaries of sRGB (IEC 61966-2-1), adapted to the profiles' white, D50. */
const COLOURS: readonly [string, readonly number[]][] = [
  ['wtpt', [0.9642, 1, 0.8249]],
  ['rXYZ', [0.43607, 0.22249, 0.01392]],
  ['gXYZ', [0.38515, 0.71687, 0.09708]],
  ['bXYZ', [0.14307, 0.06061, 0.7141]],
];

const zeros = (count: number): Buffer => Buffer.alloc(count);
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const tagged = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type), zeros(4), ...parts]);
const fixed = (values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => word(Math.round(value * 0x10000))));

/** The light intensity of an sRGB level, both from 0 to 1. */
const lightOf = (level: number): number =>
  level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;

function curve(): Buffer {
  const points = Array.from({ length: CURVE_POINTS }, (_, index) =>
    short(Math.round(lightOf(index / (CURVE_POINTS - 1)) * 0xffff)),
  );
  return tagged('curv', word(CURVE_POINTS), ...points);
}

function description(): Buffer {
  const text = Buffer.from(`${NAME}\0`);
  // The zeros stand for the other two encodings of the text, which are empty.
  return tagged('desc', word(text.length), text, zeros(4 + 4 + 2 + 1 + 67));
}

function header(size: number): Buffer {
  const bytes = zeros(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12);
  // 1 January 2026: a date is required and must not vary.
  Buffer.from([7, 234, 0, 1, 0, 1]).copy(bytes, 24);
  bytes.write('acsp', 36);
  fixed([0.9642, 1, 0.8249]).copy(bytes, 68);
  return bytes;
}

/** An sRGB profile as in ICC.1:2001-04, 6.3.1.1: three primaries, one curve. */
function srgbProfile(): Buffer {
  const shared = curve();
  const tags: [string, Buffer][] = [
    ['desc', description()],
    ['cprt', tagged('text', Buffer.from('No copyright\0'))],
    ...COLOURS.map(([name, xyz]): [string, Buffer] => [name, tagged('XYZ ', fixed(xyz))]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, shared]),
  ];
  const data = new Map([...new Set(tags.map(([, bytes]) => bytes))].map((bytes) => [bytes, 0]));
  let at = HEADER_BYTES + 4 + 12 * tags.length;
  for (const bytes of data.keys()) {
    data.set(bytes, at);
    at += Math.ceil(bytes.length / 4) * 4;
  }
  const table = tags.map(([name, bytes]) =>
    Buffer.concat([Buffer.from(name), word(data.get(bytes) ?? 0), word(bytes.length)]),
  );
  const padded = [...data.keys()].map((bytes) => Buffer.concat([bytes, zeros(-bytes.length & 3)]));
  return Buffer.concat([header(at), word(tags.length), ...table, ...padded]);
}

/**
 * Declares the colours as sRGB (ISO 32000-2, 14.11.5). With embedded fonts and related attachments,
 * the file has the shape of PDF/A-3. It does not claim PDF/A: no validator has checked it.
 */
export async function withOutputIntent(bytes: Buffer): Promise<Buffer> {
  const pdf = await loadPdf(bytes);
  const profile = new PdfStream(
    [
      ['N', PdfNumber.of(3)],
      ['Filter', PdfName.of('FlateDecode')],
    ],
    new Uint8Array(deflateSync(srgbProfile())),
  );
  const intent = PdfDict.of({
    Type: PdfName.of('OutputIntent'),
    S: PdfName.of('GTS_PDFA1'),
    Info: textObject(NAME),
    OutputConditionIdentifier: textObject(NAME),
    DestOutputProfile: pdf.register(profile),
  });
  pdf.getCatalog().set('OutputIntents', new PdfArray([intent]));
  return await savePdf(pdf);
}
