import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWords, normalText } from '../../../../src/pdf/reading/words/find-words.ts';

const pageOf = (text: string) =>
  normalText(Uint32Array.from([...text].map((one) => one.codePointAt(0) ?? 0)));

/** What is found, as the page has it. */
function found(text: string, words: string, anyCase = false): string[] {
  const characters = [...text];
  return findWords(pageOf(text), words, { anyCase }).map(({ from, to }) =>
    characters.slice(from, to).join(''),
  );
}

test.each([
  ['words as they are', 'Signed For the Lessee here', 'For the Lessee', ['For the Lessee']],
  ['words over a line end', 'For the\r\nLessee', 'For the Lessee', ['For the\r\nLessee']],
  ['a word that is hyphenated', 'For the Les\u0002see', 'For the Lessee', ['For the Les\u0002see']],
  ['a hyphen that stands at a line end', 'the Co\u0002Lessee', 'Co-Lessee', ['Co\u0002Lessee']],
  ['a soft hyphen', 'Les\u00ADsee', 'Lessee', ['Les\u00ADsee']],
  ['spaces between letters', 'L e s s e e', 'Lessee', ['L e s s e e']],
  [
    'other white space',
    'For\u00A0the\u2003 Lessee',
    'For the Lessee',
    ['For\u00A0the\u2003 Lessee'],
  ],
  ['ligatures', 'the o\uFB03ce', 'the office', ['the o\uFB03ce']],
  ['full width', 'Ｌｅｓｓｅｅ', 'Lessee', ['Ｌｅｓｓｅｅ']],
  ['composed accents', 'café', 'cafe\u0301', ['café']],
  ['decomposed accents', 'cafe\u0301', 'café', ['cafe\u0301']],
  ['typographic marks', 'Lessee’s “copy” – 1', 'Lessee\'s "copy" - 1', ['Lessee’s “copy” – 1']],
  ['marks of expressions', 'Sign (here).*', '(here).*', ['(here).*']],
  ['every hit', 'Sign. Sign. Sign.', 'Sign', ['Sign', 'Sign', 'Sign']],
  ['a hit after one that would cut a word', 'banana ana', 'ana', ['ana']],
  ['a letter after one that ends a word', 'xa a', 'a', ['a']],
  ['Devanagari with spaces in it', 'कि रा या दार', 'किरायादार', ['कि रा या दार']],
  ['Han without spaces', '甲方签名栏', '签名', ['签名']],
  ['letters beyond the first plane', '𝐋essee', 'Lessee', ['𝐋essee']],
  ['Urdu as it is seen', 'راد ہیارک', 'کرایہ دار', ['راد ہیارک']],
  ['Urdu as it is written', 'کرایہ دار', 'کرایہ دار', ['کرایہ دار']],
])('%s', (_, text, words, expected) => {
  expect(found(text, words)).toEqual(expected);
});

test.each([
  ['the beginning of a word', 'Lessees', 'Lessee'],
  ['the end of a word', 'Sublessee', 'lessee'],
  ['half of a hyphenated word', 'Les\u0002see', 'see'],
  ['a letter without its accent', 'café', 'cafe'],
  ['a letter without its vowel sign', 'किराया', 'किराय'],
  ['a part of a number', 'Clause 12', 'Clause 1'],
  ['letters in another case', 'FOR THE LESSEE', 'For the Lessee'],
  ['nothing but spaces', 'For the Lessee', '  '],
])('%s is not found', (_, text, words) => {
  expect(found(text, words)).toEqual([]);
});

test('any words that stand alone in a text are found there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), (words, anyCase) => {
      const before = [...'Terms: '].length;
      const found = findWords(pageOf(`Terms: ${words} .`), words, { anyCase });
      const isVisible =
        normalText(Uint32Array.from([...words].map((one) => one.codePointAt(0) ?? 0))).text !== '';
      if (isVisible) expect(found.some(({ from, to }) => from >= before && to > from)).toBe(true);
      else expect(found).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('letters in another case are found if they may be', () => {
  expect(found('FOR THE LESSEE, for the lessee', 'For the Lessee', true)).toHaveLength(2);
});

test('codes that are no characters are passed over', () => {
  const codes = Uint32Array.from([0, 0xd800, 0x110000, 0xfffe, 65]);
  expect(findWords(normalText(codes), 'A', { anyCase: false })).toEqual([{ from: 4, to: 5 }]);
});
