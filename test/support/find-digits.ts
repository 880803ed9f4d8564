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

/** Digits as they stand by themselves, in groups of four too. */
function standing(digits: string): RegExp {
  const groups = digits.match(/\d{1,4}/g) ?? [];
  return new RegExp(`(?<![0-9A-Za-z])${groups.join('[ -]?')}(?![0-9A-Za-z])`);
}

/** Those of the digits that are somewhere in the bytes, in whatever layer. */
export function digitsIn(bytes: Uint8Array | string, all: readonly string[]): string[] {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('latin1');
  const layers = layersOf(text);
  return all.filter((digits) => {
    const pattern = standing(digits);
    return layers.some((layer) => pattern.test(layer));
  });
}
