import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-classes.ts';

/** Characters that some file system rejects, or that confuse a shell or reader. */
const UNSAFE = new RegExp(`[${UNSAFE_OR_INVISIBLE}/\\\\:*?"<>|\\s]+`, 'gu');
const MAX_NAME = 60;

/** A document's name as a path segment that is safe on any system, without `.pdf`. */
export function cleanName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(UNSAFE, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/-{2,}/g, '-');
  const short = [...plain].slice(0, MAX_NAME).join('');
  return short.replace(/^[-.]+|[-.]+$/g, '') || 'document';
}
