import { expect, test } from 'vitest';
import {
  harmless,
  harmlessJson,
  harmlessLines,
  maskKey,
} from '../../../src/cli/terminal/harmless.ts';

const TABLE = [
  ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a title change', '\u001b]0;x\u0007', '\\u{1b}]0;x\\u{7}'],
  ['a C1 control', '\u009b2J', '\\u{9b}2J'],
  ['a line break', 'a\nb\r', 'a\\u{a}b\\u{d}'],
  ['a bidirectional override', 'a\u202efdp.exe', 'a\\u{202e}fdp.exe'],
  ['an isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
  ['a tag character', 'a\u{e0041}', 'a\\u{e0041}'],
] as const;

test.each(TABLE)('%s is shown, not obeyed', (_, text, shown) => {
  expect(harmless(text)).toBe(shown);
});

test('names in any script stay as they are, joiners included', () => {
  for (const name of ['Asha Rao', 'अनिता शर्मा', 'ක්\u200dෂ', 'Zoë 🙂'])
    expect(harmless(name)).toBe(name);
});

test('text of several lines keeps its lines and tabs', () => {
  expect(harmlessLines('a\n\tb\u001b')).toBe('a\n\tb\\u{1b}');
});

test.each(TABLE)('%s is escaped in JSON, and read back as it was', (_, text) => {
  const json = harmlessJson(JSON.stringify({ text }, null, 2));
  expect(json.replaceAll('\n', '')).toBe(harmless(json.replaceAll('\n', '')));
  expect(JSON.parse(json)).toEqual({ text });
});

test('a masked key shows its kind and its last four characters', () => {
  expect(maskKey('sk_live_0123456789abcdef')).toBe('sk_live_…cdef');
  expect(maskKey('whsec_0123456789abcdef')).toBe('whsec_…cdef');
  expect(maskKey('short')).toBe('…');
});
