import { constants, deflateSync, inflateRawSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { fail } from './errors.ts';

/** The most bytes a stream may decode to: many times what object and xref streams hold. */
const MOST = 32 * 1024 * 1024;

/** How much larger LibPDF's other filters can make data at most. It decodes no images here. */
const GROWTH = new Map([
  ['ASCIIHexDecode', 1],
  ['ASCII85Decode', 4],
  ['RunLengthDecode', 64],
  ['LZWDecode', 2560],
]);

const ZLIB_HEADER = 2;

const tooLarge = (): never => fail('STREAM_SIZE', 'a stream of the file decodes to too many bytes');

/** Inflates as viewers do: a missing end or a wrong checksum is no error. */
function inflate(data: Uint8Array): Uint8Array {
  const options = { maxOutputLength: MOST, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    return inflateRawSync(data.subarray(ZLIB_HEADER), options);
  } catch (error) {
    if (error instanceof RangeError) tooLarge();
    throw error;
  }
}

interface Stage {
  readonly filter: string;
  readonly parms: PdfDict | undefined;
}

function stagesOf(stream: PdfStream): Stage[] {
  const given = stream.get('Filter');
  const parms = stream.get('DecodeParms');
  const filters = given instanceof PdfArray ? given.toArray() : [given];
  return filters.flatMap((filter, index) => {
    if (!(filter instanceof PdfName)) return [];
    const own = parms instanceof PdfArray ? parms.at(index) : parms;
    return [{ filter: filter.value, parms: own instanceof PdfDict ? own : undefined }];
  });
}

const decodeUnbounded = PdfStream.prototype.getDecodedData;

function decodeStage(data: Uint8Array, { filter, parms }: Stage): Uint8Array {
  const decoded = new PdfStream([['Filter', PdfName.of(filter)]], data);
  if (parms) decoded.set('DecodeParms', parms);
  if (filter !== 'FlateDecode') {
    const growth = GROWTH.get(filter) ?? fail('FILTER', `streams of ${filter} are not decoded`);
    if (data.length * growth > MOST) tooLarge();
    return decodeUnbounded.call(decoded);
  }
  const inflated = inflate(data);
  const predictor = parms?.get('Predictor');
  if (!(predictor instanceof PdfNumber) || predictor.value <= 1) return inflated;
  // LibPDF applies predictors only after a filter.
  const stored = new PdfStream(
    decoded,
    deflateSync(inflated, { level: constants.Z_NO_COMPRESSION }),
  );
  return decodeUnbounded.call(stored);
}

/** At most 32 MiB per filter. Throws PdfError STREAM_SIZE or FILTER, zlib's and LibPDF's errors. */
export const decodeBounded = (stream: PdfStream): Uint8Array =>
  stagesOf(stream).reduce(decodeStage, stream.data);
