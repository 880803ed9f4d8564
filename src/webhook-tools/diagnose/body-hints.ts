import { SEARCHED_BYTES } from './body-variants.ts';
import { attempt } from './variant.ts';

/** Counts are bounded: digits without end must not take time without end. */
const REWRITTEN_NUMBER =
  /[:[,]\s{0,8}-?\d{1,24}(\.\d{0,24}0|(\.\d{1,24})?[eE][+-]?\d{1,4})\s{0,8}[,}\]]/;

/** What a body shows of having been changed beyond repair; none of it is proven. */
export function bodyHints(body: Buffer): string[] {
  const text = body.toString('utf8');
  const found: string[] = [];
  if (body.length === 0) return ['The body is empty.'];
  if (body.length > SEARCHED_BYTES)
    return ['The body is too large to search for what may have changed it.'];
  if (text.includes('\ufffd'))
    found.push('The body holds U+FFFD, as after a decoding with loss, which cannot be undone');
  if (/^\s*[[{]/.test(text) && attempt(() => JSON.parse(text)) === undefined)
    found.push('The body is JSON that breaks off or is damaged; it may be cut short');
  if (REWRITTEN_NUMBER.test(text))
    found.push('Numbers such as 1.0 or 1e3 in it do not survive being parsed and printed again');
  return found.map((hint) => `Perhaps, not confirmed: ${hint}.`);
}

/** Says that a body is shorter than its header tells; undefined where it is not. */
export function cutBody(body: Buffer, contentLength: string | undefined): string | undefined {
  const told = /^\d{1,15}$/.test(contentLength ?? '') ? Number(contentLength) : 0;
  if (told <= body.length) return undefined;
  return `The body is cut short: it has ${body.length} bytes, and its Content-Length says ${told}.`;
}
