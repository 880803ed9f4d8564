import { inflateSync } from 'node:zlib';

const ENCODED = /[A-Za-z0-9+/]{40,}={0,2}/g;
const HEX = /(?:[0-9A-Fa-f]{2}){20,}/g;
const STREAM = /stream\r?\n([\s\S]*?)endstream/g;
/** A CMS in base64 in JSON in hexadecimal digits, and the certificate in it. */
const DEEPEST = 4;

function inflated(latin1: string): string | undefined {
  try {
    return inflateSync(Buffer.from(latin1, 'latin1')).toString('latin1');
  } catch {
    return undefined;
  }
}

function unwrapped(text: string): string[] {
  const decode = (encoding: 'base64' | 'hex') => (run: string) =>
    Buffer.from(run, encoding).toString('latin1');
  const streams = [...text.matchAll(STREAM)].map(([, body = '']) => inflated(body));
  return [
    ...(text.match(ENCODED) ?? []).map(decode('base64')),
    ...(text.match(HEX) ?? []).map(decode('hex')),
    ...streams.filter((stream) => stream !== undefined),
  ];
}

/** A text, and what is inside of it in base64, in hexadecimal digits, or deflated in the streams of a PDF. */
export function layersOf(text: string, depth = DEEPEST): string[] {
  if (depth === 0) return [text];
  return [text, ...unwrapped(text).flatMap((inner) => layersOf(inner, depth - 1))];
}

/** Numbers of these digits that stand by themselves, in groups of four too. */
function standing(all: readonly string[]): RegExp {
  const grouped = all.map((digits) => (digits.match(/\d{1,4}/g) ?? []).join('[ -]?'));
  return new RegExp(`(?<![0-9A-Za-z])(?:${grouped.join('|')})(?![0-9A-Za-z])`, 'g');
}

/** A function that answers which of the digits are somewhere in some bytes, in any layer. */
export function digitFinder(all: readonly string[]): (bytes: Uint8Array | string) => string[] {
  const pattern = standing(all);
  return (bytes) => {
    const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
    const found = layersOf(text).flatMap((layer) => layer.match(pattern) ?? []);
    return [...new Set(found.map((digits) => digits.replace(/[ -]/g, '')))];
  };
}
