/** What some system does not take in a file's name, and what a shell or an eye stumbles over. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|\s]+/gu;
const LONGEST = 60;

/** A name as a part of a path on any system: no separators, controls or blanks, never hidden, never over long. Pure. */
export function cleanName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(UNSAFE, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/-{2,}/g, '-');
  const short = [...plain].slice(0, LONGEST).join('');
  return short.replace(/^[-.]+|[-.]+$/g, '') || 'document';
}
