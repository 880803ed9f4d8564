import { withSortedKeys } from '../../../contract/audit-chain.ts';
import type { WebhookSecret } from '../webhook-secrets.ts';

/** Bytes that may have been signed, and how they differ from those given. */
export interface Variant {
  /** The change, as a sentence fragment; empty for the original. */
  readonly what: string;
  /** How to fix it; empty for the original. */
  readonly fix: string;
  readonly bytes: Buffer;
}

/** Larger bodies are not varied, since each variant is as large again. */
export const MAX_VARIED_BYTES = 4 * 1024 * 1024;
const RAW_BYTES = 'verify the raw bytes, before anything parses or edits them';

type Edit = readonly [what: string, edit: (text: string) => string];

export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Equal bytes keep their first name. */
class VariantList {
  readonly all: Variant[] = [];

  add(what: string, fix: string, bytes: Buffer | string): void {
    const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    if (this.all.some((known) => known.bytes.equals(buffer))) return;
    this.all.push({ what, fix, bytes: buffer });
  }
}

/** A regular expression ending in `$` takes quadratic time on runs of line breaks. */
function withoutLineBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/** The byte order mark comes before `trim`, which removes it too. */
const BODY_EDITS: readonly Edit[] = [
  ['a byte order mark was added', (text) => text.replace(/^\ufeff/, '')],
  ['the byte order mark was removed', (text) => `\ufeff${text}`],
  ['a final line break was added', withoutLineBreaks],
  ['the final \\n was removed', (text) => `${text}\n`],
  ['the final \\r\\n was removed', (text) => `${text}\r\n`],
  ['whitespace was added around it', (text) => text.trim()],
  ['\\n became \\r\\n', (text) => text.replace(/\r\n/g, '\n')],
  ['\\r\\n became \\n', (text) => text.replace(/\r?\n/g, '\r\n')],
];

const indented = (by: number | string) => (value: unknown) => JSON.stringify(value, null, by);

/** Like Python's `json.dumps`: a space after each colon and comma outside strings. */
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

function addReserialised(list: VariantList, json: unknown): void {
  for (const [name, print] of PRINTERS) {
    for (const [order, value] of [
      ['', json],
      [', keys sorted', withSortedKeys(json)],
    ] as const) {
      const signed = print(value);
      const add = (detail: string, text: string): void => {
        const what = `the body was re-serialised: ${name} JSON${order}${detail} was signed`;
        list.add(what, RAW_BYTES, text);
      };
      add('', signed);
      add(', \\u escapes', escapedUnicode(signed));
      add(', escaped slashes', signed.replace(/\//g, '\\/'));
      add(', final \\n', `${signed}\n`);
    }
  }
}

function addRecoded(list: VariantList, raw: Buffer, text: string): void {
  const latin1 = Buffer.from(text, 'latin1');
  list.add('the body was read as latin1 and written as UTF-8', RAW_BYTES, latin1);
  const utf8 = Buffer.from(raw.toString('latin1'), 'utf8');
  list.add('the body was read as UTF-8 and written as latin1', RAW_BYTES, utf8);
  const utf16 = Buffer.from(text, 'utf16le');
  list.add('UTF-16 was signed', 'sign the UTF-8 bytes that are sent', utf16);
  const decode = "decode it first: Buffer.from(event.body, 'base64')";
  if (/^[A-Za-z0-9+/=\s]+$/.test(text))
    list.add(
      'the body is base64 (on Lambda: isBase64Encoded)',
      decode,
      Buffer.from(text, 'base64'),
    );
}

/** The body, then what it may have been before a common accident; above 4 MiB only itself. */
export function bodyVariants(raw: Buffer): readonly Variant[] {
  const list = new VariantList();
  list.add('', '', raw);
  if (raw.length > MAX_VARIED_BYTES) return list.all;
  const text = raw.toString('utf8');
  for (const [what, edit] of BODY_EDITS) list.add(what, RAW_BYTES, edit(text));
  const json: unknown = attempt(() => JSON.parse(text));
  // Printing fails on deeply nested JSON.
  if (json !== undefined) attempt(() => addReserialised(list, json));
  if (typeof json === 'string') list.add('the body was wrapped in a JSON string', RAW_BYTES, json);
  addRecoded(list, raw, text);
  return list.all;
}

const PREFIX = 'whsec_';
const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');
const unprefixed = (text: string): string => unquoted(text).replace(/^whsec_/, '');

const SECRET_EDITS: readonly Edit[] = [
  ['has whitespace around it', (text) => text.trim()],
  ['has quotation marks around it', unquoted],
  ['was used with a line break at its end', (text) => `${text.trim()}\n`],
  ['was used with \\r\\n at its end', (text) => `${text.trim()}\r\n`],
  [`was used without its ${PREFIX}`, unprefixed],
];

function addMangled(list: VariantList, { name, value }: WebhookSecret): void {
  const add = (what: string, key: Buffer | string): void =>
    list.add(`${name} ${what}`, 'use the secret as the service shows it', key);
  for (const [what, edit] of SECRET_EDITS) add(what, edit(value));
  const bare = unprefixed(value);
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare))
    add('was decoded from base64', Buffer.from(bare, 'base64'));
  if (/^([0-9a-f]{2})+$/i.test(bare))
    add('was decoded from hexadecimal digits', Buffer.from(bare, 'hex'));
}

/** Accepted secrets, other known ones, mangled accepted ones, and what an unset variable yields. */
export function secretVariants(
  accepted: readonly WebhookSecret[],
  others: readonly WebhookSecret[],
): readonly Variant[] {
  const list = new VariantList();
  for (const { value } of accepted) list.add('', '', value);
  for (const { name, value } of others)
    list.add(`it is signed with ${name}`, `verify with ${name}`, value);
  for (const secret of accepted) addMangled(list, secret);
  const unset = 'give the sender its secret';
  list.add('it is signed with an empty secret', unset, '');
  for (const word of ['undefined', 'null'])
    list.add(`it is signed with the word ${word} instead of a secret`, unset, word);
  return list.all;
}
