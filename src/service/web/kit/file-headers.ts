import { withoutUnsafe } from '../../../contract/unsafe-characters.ts';
import type { ByteRange } from '../../ports/file-store.ts';

/** Without extension, in bytes of UTF-8; file systems allow 255. */
const NAME_BYTES = 240;
const FALLBACK = 'document';

/** Path separators, and characters reserved by some file systems. */
const RESERVED = /[/\\:*?"<>|]+/g;

/** One path segment without leading dot, ending in `.pdf`. */
function safeFileName(name: string): string {
  const words = withoutUnsafe(name).replace(RESERVED, ' ').replace(/\s+/g, ' ').trim();
  const stem = words.replace(/(\.pdf)+$/i, '').replace(/^[. ]+|[. ]+$/g, '');
  return `${cut(stem).trim() || FALLBACK}.pdf`;
}

/** Never splits a character. */
function cut(text: string): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > NAME_BYTES) break;
    kept += character;
  }
  return kept;
}

/** RFC 5987: percent-encodes all but attr-char. */
function extendedValue(value: string): string {
  const encode = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(value).replace(/['()*]/g, encode);
}

/** For clients without RFC 5987; other characters become `_`. */
function asciiName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const ascii = plain.replace(/[^\x20-\x7e]+/g, '_').replaceAll('%', '_');
  return /[A-Za-z0-9].*\.pdf$/.test(ascii) ? ascii : `${FALLBACK}.pdf`;
}

/** RFC 6266, with `filename*` (RFC 5987) if the name isn't ASCII. */
export function contentDisposition(
  name: string,
  kind: 'attachment' | 'inline' = 'attachment',
): string {
  const fileName = safeFileName(name);
  const ascii = asciiName(fileName);
  const plain = `${kind}; filename="${ascii}"`;
  return ascii === fileName ? plain : `${plain}; filename*=UTF-8''${extendedValue(fileName)}`;
}

/**
 * Reads `Range` (RFC 9110, section 14.1.2). Undefined means the whole file: no or malformed header,
 * another unit, or several ranges (section 14.2). `unsatisfiable` as in section 15.5.17.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const end = bytes - 1;
  const range =
    first === ''
      ? { start: Math.max(bytes - Number(last), 0), end }
      : { start: Number(first), end: last === '' ? end : Math.min(Number(last), end) };
  return range.start > range.end ? 'unsatisfiable' : range;
}
