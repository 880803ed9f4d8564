import { expect, test } from 'vitest';
import { cleanValue } from '../../../src/cli/mcp/serve-tools.ts';

const SECRET = 'own-secret-of-odd-form';
const hidden = [...'obey'].map((letter) =>
  String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
);

const TEXTS = [
  ['Rent agreement', 'Rent agreement'],
  ['अनिता शर्मा', 'अनिता शर्मा'],
  [`Lease${hidden.join('')}.pdf`, 'Lease .pdf'],
  ['Lease\u{e0101}\u{fe01}\u200b', 'Lease'],
  ['a\u202etxt\u001b[31m\nb', 'a txt [31m b'],
  ['see http://127.0.0.1:4010/sign/kq3vX0mJ8yWb2rTz now', 'see http://127.0.0.1:4010/… now'],
  ['https://user:word@example.in/?key=1#x', 'https://example.in/…'],
  ['https://example.in', 'https://example.in'],
  ['example.in/sign/kq3vX0mJ8yWb2rTz', 'example.in/sign/…'],
  ['sk_test_abcdef0123456789', 'sk_…'],
  ['whsec_abcdef0123456789', 'whsec_…'],
  [`my ${SECRET}`, 'my [hidden]'],
] as const;

test.each(TEXTS)('%j becomes %j', (text, clean) => {
  expect(cleanValue(text, [SECRET, ''])).toBe(clean);
});

test('a text is cut after 1000 characters', () => {
  expect(cleanValue('न'.repeat(2000), [])).toBe(`${'न'.repeat(1000)}…`);
});

test('every text in lists and objects is cleaned, and nothing else changes', () => {
  const value = { a: [{ name: 'x\u200by', count: 3, at: null }], isOn: true, gone: undefined };
  expect(cleanValue(value, [])).toStrictEqual({
    a: [{ name: 'x y', count: 3, at: null }],
    isOn: true,
  });
});
