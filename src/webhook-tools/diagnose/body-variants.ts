import { gunzipSync } from 'node:zlib';
import { withSortedKeys } from '../../contract/audit-chain.ts';
import type { Variant } from './variant.ts';
import { attempt, VariantList } from './variant.ts';

/** Most bytes that a compressed body may grow to. */
const UNPACKED_BYTES = 8 * 1024 * 1024;
/** Largest body of which variants are made, in bytes; each of them is as large again. */
export const SEARCHED_BYTES = 4 * 1024 * 1024;
const RAW_BYTES = 'verify the bytes as they arrive, before anything parses or edits them';

type Edit = readonly [what: string, edit: (text: string) => string];

/** A loop, since an expression that ends in `$` looks at a run of line breaks once from each of them. */
function withoutLineBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/** The byte order mark comes before `trim`, which eats it too. */
const EDITS: readonly Edit[] = [
  ['a byte order mark was added', (text) => text.replace(/^\ufeff/, '')],
  ['the byte order mark was removed', (text) => `\ufeff${text}`],
  ['a final line break was added', withoutLineBreaks],
  ['the final \\n was removed', (text) => `${text}\n`],
  ['the final \\r\\n was removed', (text) => `${text}\r\n`],
  ['white space was added around it', (text) => text.trim()],
  ['\\n became \\r\\n', (text) => text.replace(/\r\n/g, '\n')],
  ['\\r\\n became \\n', (text) => text.replace(/\r?\n/g, '\r\n')],
];

const indented = (by: number | string) => (value: unknown) => JSON.stringify(value, null, by);

/** As Python's `json.dumps` prints: a space after each colon and comma outside strings. */
const spaced = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) =>
    part.length > 1 ? part : `${part} `,
  );

const PRINTERS = [
  ['compact', indented(0)],
  ['2-space', indented(2)],
  ['4-space', indented(4)],
  ['tab', indented('\t')],
  ['Python', spaced],
] as const;

const escapedUnicode = (text: string): string =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function addReprinted(list: VariantList, json: unknown): void {
  for (const [name, print] of PRINTERS) {
    for (const [order, value] of [
      ['', json],
      [', keys sorted', withSortedKeys(json)],
    ] as const) {
      const signed = print(value);
      const named = (detail: string) => ({
        what: `the body was re-serialised: ${name} JSON${order}${detail} was signed`,
        cure: RAW_BYTES,
      });
      list.add(named(''), signed);
      list.add(named(', \\u escapes'), escapedUnicode(signed));
      list.add(named(', escaped slashes'), signed.replace(/\//g, '\\/'));
      list.add(named(', final \\n'), `${signed}\n`);
    }
  }
}

function addRecoded(list: VariantList, raw: Buffer, text: string): void {
  const read = { what: 'the body was read as latin1 and written as UTF-8', cure: RAW_BYTES };
  list.add(read, Buffer.from(text, 'latin1'));
  const written = { what: 'the body was read as UTF-8 and written as latin1', cure: RAW_BYTES };
  list.add(written, Buffer.from(raw.toString('latin1'), 'utf8'));
  const wide = { what: 'UTF-16 was signed', cure: 'sign the UTF-8 bytes that are sent' };
  list.add(wide, Buffer.from(text, 'utf16le'));
}

function addUnpacked(list: VariantList, raw: Buffer, text: string): void {
  const base64 = {
    what: 'the body is base64 (on Lambda: isBase64Encoded)',
    cure: "decode it first: Buffer.from(event.body, 'base64')",
  };
  if (/^[A-Za-z0-9+/=\s]+$/.test(text)) list.add(base64, Buffer.from(text, 'base64'));
  const packed = { what: 'the body is still compressed (gzip)', cure: 'unpack it first' };
  list.add(
    packed,
    attempt(() => gunzipSync(raw, { maxOutputLength: UNPACKED_BYTES })),
  );
  const form = { what: 'the body came in a form field', cure: 'verify the value of that field' };
  list.add(form, new URLSearchParams(text).get('payload') ?? undefined);
}

/**
 * What may have been signed, given the body that arrived: itself first, then each thing that commonly happens to one; of
 * a body larger than 4 MiB only itself.
 */
export function bodyVariants(raw: Buffer): readonly Variant[] {
  const list = new VariantList();
  list.add({ what: '', cure: '' }, raw);
  if (raw.length > SEARCHED_BYTES) return list.all;
  const text = raw.toString('utf8');
  for (const [what, edit] of EDITS) list.add({ what, cure: RAW_BYTES }, edit(text));
  const json: unknown = attempt(() => JSON.parse(text));
  // What is nested too deeply to be printed was not printed by anybody else either
  if (json !== undefined) attempt(() => addReprinted(list, json));
  const wrapped = { what: 'the body was wrapped in a JSON string', cure: RAW_BYTES };
  if (typeof json === 'string') list.add(wrapped, json);
  addRecoded(list, raw, text);
  addUnpacked(list, raw, text);
  return list.all;
}
