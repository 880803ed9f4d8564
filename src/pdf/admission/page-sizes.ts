import { pageBox } from '../signing/geometry.ts';
import { loadUpload } from './load-upload.ts';

/**
 * The sizes of the pages as displayed, in PDF points; undefined for a file that cannot be read. Never throws. For the user's
 * own files only: unlike an upload, the file is parsed in this process.
 */
export async function readPageSizes(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number }[] | undefined> {
  try {
    const { pdf } = await loadUpload(bytes);
    return pdf.getPages().map((page) => {
      const { width, height } = pageBox(pdf, page);
      return { width, height };
    });
  } catch {
    return undefined;
  }
}
