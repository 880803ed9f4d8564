import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-characters.ts';

const QUOTED = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const TOKEN = /;\s*filename\s*=\s*([^\s";]+)/i;
const EXTENDED = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;
const HIDDEN = new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'gu');
const LONGEST_NAME_BYTES = 200;

const unescapeBytes = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

function decodeExtended(charset: string, text: string): string | undefined {
  try {
    return charset.toLowerCase() === 'utf-8' ? decodeURIComponent(text) : unescapeBytes(text);
  } catch {
    return undefined;
  }
}

function named(header: string): string | undefined {
  const [, charset, text] = EXTENDED.exec(header) ?? [];
  const extended = charset && text ? decodeExtended(charset, text) : undefined;
  if (extended !== undefined) return extended;
  const quoted = QUOTED.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return TOKEN.exec(header)?.[1];
}

const EXTENSION = '.pdf';

function shortened(stem: string): string {
  let characters = [...stem];
  while (Buffer.byteLength(characters.join('') + EXTENSION) > LONGEST_NAME_BYTES)
    characters = characters.slice(0, -1);
  return characters.join('');
}

/**
 * The file name (RFC 6266, RFC 5987), made safe: base name, no control, direction or invisible
 * characters, no leading dots or dashes, `.pdf`, at most 200 bytes; undefined if none is left.
 */
export function dispositionFilename(header: string | undefined): string | undefined {
  const base = (header === undefined ? undefined : named(header))?.split(/[/\\]/).at(-1);
  const stem = base
    ?.replace(HIDDEN, '')
    .trim()
    .replace(/\.pdf$/i, '')
    .replace(/^[\s.-]+|[\s.]+$/g, '');
  return stem === undefined || stem === '' ? undefined : `${shortened(stem)}${EXTENSION}`;
}
