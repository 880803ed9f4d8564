import type { ByteRange } from '../../ports/file-store.ts';

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
