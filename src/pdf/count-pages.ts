import { PDF } from '@libpdf/core';

/** Number of a PDF's pages; undefined when it cannot be read. Never throws. */
export async function countPages(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const pdf = await PDF.load(bytes, { lenient: false });
    return pdf.getPageCount();
  } catch {
    return undefined;
  }
}
