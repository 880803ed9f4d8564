import { withoutUnsafe } from '../../contract/unsafe-characters.ts';

/** Longest file name kept, in characters. */
const FILE_NAME_LENGTH = 255;

/** A file's name as a document's label: without folders and control characters; undefined when nothing is left. */
export function cleanFileName(fileName: string | undefined): string | undefined {
  const last = (fileName ?? '').split(/[/\\]/).at(-1) ?? '';
  const words = Array.from(withoutUnsafe(last).replace(/\s+/g, ' ').trim());
  const name = words.slice(0, FILE_NAME_LENGTH).join('').trim();
  return /[^. ]/.test(name) ? name : undefined;
}
