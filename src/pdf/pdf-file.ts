import { PDF, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { decodeBounded } from './bounded-streams.ts';
import { fail } from './errors.ts';
import { pdfNumber } from './pdf-number.ts';

// The library rounds to five decimals: in a rewritten file, text in some fonts would be wider
PdfNumber.prototype.toBytes = function writeExactly(this: PdfNumber, writer): void {
  writer.writeAscii(pdfNumber(this.value));
};

// The library decodes without a limit: 1.5 MB become 1.5 GB
PdfStream.prototype.getDecodedData = function decodeWithinLimits(this: PdfStream): Uint8Array {
  return decodeBounded(this);
};

/** Loads a PDF strictly: a damaged file is an error, never repaired. */
export function loadPdf(bytes: Uint8Array): Promise<PDF> {
  return PDF.load(bytes, { lenient: false });
}

/** Saves a PDF into a Buffer, without another copy. */
export async function savePdf(pdf: PDF, options?: Parameters<PDF['save']>[0]): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await pdf.save(options);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Rewrites an unsigned PDF as a single revision with one cross-reference table, not linearised. A signed
 * file would lose its signatures. Throws Error if an object that the pages refer to cannot be read.
 */
export function rewritePdf(pdf: PDF): Promise<Buffer> {
  const catalog = pdf.getCatalog();
  // The library returns the original bytes unless something changed.
  catalog.set('PageMode', catalog.get('PageMode') ?? PdfName.of('UseNone'));
  // Compressing the streams that the sender left uncompressed is not worth the time.
  return savePdf(pdf, { compressStreams: false });
}

/**
 * Appends the changes of `pdf`, loaded from `base`, as an incremental update (ISO 32000-2, 7.5.6).
 * Throws PdfError NOT_APPENDABLE instead of rewriting the file, which would break its signatures.
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
