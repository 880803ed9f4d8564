import { expect, test } from 'vitest';
import { languageOf } from '../../../../../../src/service/web/pages/browser/reader/text.ts';

test.each([
  ['The rent is due on the fifth.', 'en'],
  ['किराया हर महीने की पाँच तारीख तक, TEST', 'hi'],
  ['வாடகை 500', ''],
  ['1.2.3', ''],
])('"%s" is read aloud as "%s"', (words, language) => {
  expect(languageOf(words)).toBe(language);
});
