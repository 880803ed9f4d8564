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

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 8 ? name.slice(dot) : '';
  let stem = [...name.slice(0, name.length - extension.length)];
  while (Buffer.byteLength(stem.join('') + extension) > LONGEST_NAME_BYTES)
    stem = stem.slice(0, -1);
  return stem.join('') + extension;
}

/**
 * Reads the file name of a `Content-Disposition` header (RFC 6266, RFC 5987) and makes it safe: base name only, without
 * control, direction and invisible characters and leading dots, at most 200 bytes. Undefined when nothing usable is left.
 */
export function dispositionFilename(header: string | undefined): string | undefined {
  const base = (header === undefined ? undefined : named(header))?.split(/[/\\]/).at(-1);
  const clean = base?.replace(HIDDEN, '').trim().replace(/^\.+/, '').trim();
  return clean === undefined || clean === '' ? undefined : shortened(clean);
}
