import { PDF } from '@libpdf/core';
import { asBuffer } from '../as-buffer.ts';
import { nameObject } from '../write-object.ts';

/**
 * Rewrites an unsigned PDF as one plain revision: one cross-reference section, not linearised, no
 * remains of older revisions. Never for a signed file: its signatures would break. Throws Error where
 * something that the pages hang on cannot be read.
 */
export async function normalise(bytes: Buffer): Promise<Buffer> {
  return await rewrite(await PDF.load(bytes, { lenient: false }));
}

/** The same for one that is loaded. */
export async function rewrite(pdf: PDF): Promise<Buffer> {
  const catalog = pdf.getCatalog();
  // Without a change the library would hand back the bytes as they came.
  catalog.set('PageMode', catalog.get('PageMode') ?? nameObject('UseNone'));
  // What is compressed stays so, and what is not is not worth the time: the sender made it that way.
  return asBuffer(await pdf.save({ compressStreams: false }));
}
