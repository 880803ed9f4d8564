/** A message of RFC 5322, its encodings undone. */
export interface ReadMessage {
  /** By name in lower case; one that stands twice has both values. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bodies by media type. */
  readonly parts: Readonly<Record<string, string>>;
}

function decodeWord(_: string, encoding: string, text: string): string {
  if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('latin1');
  return unquoted(text.replaceAll('_', ' '));
}

const unquoted = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Words beside each other are one text, also where a character is cut in two between them. */
function decodeHeader(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  const bytes = joined.replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, decodeWord);
  return /=\?utf-8/i.test(value) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

function readHeaders(block: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of block.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${decodeHeader(value)}` : decodeHeader(value);
  }
  return headers;
}

function halves(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  return Buffer.from(unquoted(body.replace(/=\r\n/g, '')), 'latin1').toString();
}

/** Reads a message with its alternatives. */
export function readMessage(source: string): ReadMessage {
  const [head, body] = halves(source);
  const headers = readHeaders(head);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts: Record<string, string> = {};
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [partHead, partBody] = halves(part.replace(/^\r\n/, ''));
    const own = readHeaders(partHead);
    const type = own['content-type']?.split(';')[0] ?? '';
    parts[type] = decodeBody(partBody, own['content-transfer-encoding']).replaceAll('\r\n', '\n');
  }
  return { headers, parts };
}
