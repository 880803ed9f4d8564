import { loadPdf } from '../pdf-file.ts';

/**
 * The number of pages; undefined for a file that cannot be read. Never throws. For the user's own files
 * only: unlike an upload, the file is parsed in this process.
 */
export async function countPages(bytes: Uint8Array): Promise<number | undefined> {
  try {
    return (await loadPdf(bytes)).getPageCount();
  } catch {
    return undefined;
  }
}
