import { PDF } from '@libpdf/core';

/**
 * Number of a PDF's pages; undefined when it cannot be read. Never throws. Only for a file of the user's own, read in the
 * user's own process: a hostile one is not stopped here, as an upload is.
 */
export async function countPages(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const pdf = await PDF.load(bytes, { lenient: false });
    return pdf.getPageCount();
  } catch {
    return undefined;
  }
}
