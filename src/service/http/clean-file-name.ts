/** Longest file name kept, in characters. */
const FILE_NAME_LENGTH = 255;

/** A file's name as a document's label: without folders and control characters; undefined when nothing is left. */
export function cleanFileName(fileName: string | undefined): string | undefined {
  const last = (fileName ?? '').split(/[/\\]/).at(-1) ?? '';
  const printable = last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ');
  const words = Array.from(printable.replace(/\s+/g, ' ').trim());
  const name = words.slice(0, FILE_NAME_LENGTH).join('').trim();
  return /[^. ]/.test(name) ? name : undefined;
}
