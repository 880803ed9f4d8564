import { PDF, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { decodeBounded } from './bounded-streams.ts';
import { fail } from './errors.ts';
import { pdfNumber } from './pdf-number.ts';

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
