/** The text of a file, or why it cannot be decoded, without a full stop. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

const SAMPLE = 4096;

const startsWith = (bytes: Uint8Array, ...beginning: number[]): boolean =>
  beginning.every((byte, at) => bytes[at] === byte);

/** ASCII in UTF-16 has zeros in one half of each pair, UTF-8 has none. Requires 1/8 zero bytes. */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < sample.length / 8) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return utf16WithoutMark(bytes) ?? 'utf-8';
}

const NEWLINE = 0x0a;

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from <= bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    const until = end === -1 ? bytes.length : end;
    if (decodeAs('utf-8', bytes.subarray(from, until)) === undefined) break;
    from = until + 1;
  }
  return line;
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A ZIP file, or the older workbook format. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** Decodes only UTF-8 and UTF-16, with or without BOM: a guess could falsify a contract's names. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (isWorkbook(bytes))
    return {
      ok: false,
      problem: 'it is a workbook, not text; save it as "CSV UTF-8"',
    };
  const encoding = encodingOf(bytes);
  const text = decodeAs(encoding, bytes);
  if (text !== undefined) return { ok: true, text };
  const problem =
    encoding === 'utf-8'
      ? `line ${firstBadLine(bytes)} is not UTF-8 but probably Windows-1252, which spreadsheets write as plain "CSV"; save it as "CSV UTF-8"`
      : `it starts as ${encoding.toUpperCase()}, but is damaged or truncated`;
  return { ok: false, problem };
}
