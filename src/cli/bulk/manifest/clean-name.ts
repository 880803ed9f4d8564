import { UNSAFE_OR_INVISIBLE } from '../../../contract/unsafe-characters.ts';

/** Characters that some system refuses in file names, or that a shell or a reader stumbles over. */
const UNSAFE = new RegExp(`[${UNSAFE_OR_INVISIBLE}/\\\\:*?"<>|\\s]+`, 'gu');
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
