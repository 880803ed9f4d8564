import type { ByteRange } from '../ports/file-store.ts';

/**
 * Reads the `Range` header of a request for a file (RFC 9110, section 14.1.2). Undefined stands for the whole file:
 * without a header, for a malformed one, for another unit and for several ranges, which a server may ignore (section
 * 14.2). `unsatisfiable` when the file has none of the bytes (section 15.5.17).
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
