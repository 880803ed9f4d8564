import { expect, test } from 'vitest';
import { cutMiddle, cutText, partsOf } from '../../../src/pdf/fonts/cut-text.ts';

test.each([
  ['Asha Rao', 4, 'Asha'],
  ['Asha', 4, 'Asha'],
  ['కృష్ణమూర్తి', 1, 'కృ'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301'],
  ['श\u200dर्मा', 99, 'श\u200dर्मा'],
  ['', 3, ''],
])('%s is cut after %i characters to %s', (text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut);
});

test('a word is parted between letters, none of them lost', () => {
  expect(partsOf('కృష్ణమూర్తి', 2)).toEqual(['కృష్ణ', 'మూర్తి']);
  expect(partsOf('Asha', 3)).toEqual(['Ash', 'a']);
  expect(partsOf('', 3)).toEqual([]);
});

test.each([
  ['Asha Rao', 8, 'Asha Rao'],
  ['Subrahmanyam Iyer', 8, 'Subr…yer'],
  ['Subrahmanyam Rao', 8, 'Subr…Rao'],
  ['కృష్ణమూర్తి రావు', 5, 'కృష్ణ…రావు'],
  ['e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
])('%s of at most %i characters is %s', (text, longest, cut) => {
  expect(cutMiddle(text, longest)).toBe(cut);
});
