import { expect, test } from 'vitest';
import { parseUrl } from '../../src/contract/parse-url.ts';

/** More calls than it takes until V8 compiles the function. */
const CALLS = 20_000;

test('a name with an umlaut is still read once the function is compiled', () => {
  const read = Array.from({ length: CALLS }, () => parseUrl('https://b\u00fccher.example')?.host);
  expect(new Set(read)).toEqual(new Set(['xn--bcher-kva.example']));
});

test.each(['', 'example.com', 'https://', 'https://a b/'])('"%s" is no URL', (text) => {
  expect(parseUrl(text)).toBeUndefined();
});
