import { pageBox } from '../signing/geometry.ts';
import { loadUpload } from './load-upload.ts';

/**
 * Page sizes as displayed, in PDF points; undefined if the file cannot be read. Never throws. Only
 * for the user's own files: unlike an upload, the file is parsed in this process.
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
