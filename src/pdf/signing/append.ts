import type { PDF } from '@libpdf/core';
import { asBuffer } from '../as-buffer.ts';
import { fail } from '../errors.ts';

/**
 * Writes the changes of `pdf`, loaded from `base`, behind the bytes of `base` (ISO 32000-2, 7.5.6).
 * Throws PdfError NOT_APPENDABLE rather than rewriting the file, which would break its signatures.
 */
export async function append(pdf: PDF, base: Buffer): Promise<Buffer> {
  const blocker = pdf.canSaveIncrementally();
  if (blocker !== null) {
    fail('NOT_APPENDABLE', `this PDF cannot be appended to: ${blocker}`);
  }
  const bytes = asBuffer(await pdf.save({ incremental: true }));
  if (!bytes.subarray(0, base.length).equals(base)) {
    fail('NOT_APPENDABLE', 'appending would have rewritten the PDF');
  }
  return bytes;
}
