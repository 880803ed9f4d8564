import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { constants, deflateSync, inflateRawSync } from '../platform/zlib.ts';
import { fail } from './pdf-errors.ts';

/** Smaller numbers become 0. */
const DECIMALS = 20;

/** Formats a number with all its digits and without an exponent (ISO 32000-2, 7.3.3). */
export function pdfNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const decimals = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return decimals === '-0' ? '0' : decimals;
}

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

interface FileStage {
  readonly filter: string;
  readonly parms: PdfDict | undefined;
}

function stagesOf(stream: PdfStream): FileStage[] {
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

function decodeStage(data: Uint8Array, { filter, parms }: FileStage): Uint8Array {
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

// LibPDF rounds to five decimals, so text in some fonts would become wider.
PdfNumber.prototype.toBytes = function writeExactly(this: PdfNumber, writer): void {
  writer.writeAscii(pdfNumber(this.value));
};

// LibPDF decodes without a limit: 1.5 MB become 1.5 GB.
PdfStream.prototype.getDecodedData = function decodeWithinLimits(this: PdfStream): Uint8Array {
  return decodeBounded(this);
};

/** Loads a PDF strictly: a damaged file is an error, never repaired. */
export function loadPdf(bytes: Uint8Array): Promise<PDF> {
  return PDF.load(bytes, { lenient: false });
}

/** Avoids another copy. */
export async function savePdf(pdf: PDF, options?: Parameters<PDF['save']>[0]): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await pdf.save(options);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Rewrites an unsigned PDF as one revision with one cross-reference table, not linearised. A signed
 * PDF would lose its signatures. Throws Error if an object of a page cannot be read.
 */
export function rewritePdf(pdf: PDF): Promise<Buffer> {
  const catalog = pdf.getCatalog();
  // LibPDF returns the original bytes unless something changed.
  catalog.set('PageMode', catalog.get('PageMode') ?? PdfName.of('UseNone'));
  // Compressing the sender's uncompressed streams is not worth the time.
  return savePdf(pdf, { compressStreams: false });
}

/**
 * Appends the changes of `pdf`, loaded from `base`, as an incremental update (ISO 32000-2, 7.5.6).
 * Throws PdfError NOT_APPENDABLE rather than break signatures by rewriting the file.
 */
export async function appendUpdate(pdf: PDF, base: Buffer): Promise<Buffer> {
  const blocker = pdf.canSaveIncrementally();
  if (blocker !== null) {
    fail('NOT_APPENDABLE', `this PDF does not allow an incremental update: ${blocker}`);
  }
  const bytes = await savePdf(pdf, { incremental: true });
  if (!bytes.subarray(0, base.length).equals(base)) {
    fail('NOT_APPENDABLE', 'an incremental update would have rewritten this PDF');
  }
  return bytes;
}
