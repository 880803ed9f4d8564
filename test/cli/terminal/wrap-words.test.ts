import { expect, test } from 'vitest';
import { wrapWords } from '../../../src/cli/terminal/wrap-words.ts';

const wrap = (text: string, columns: number) =>
  wrapWords(text, { isTTY: true, columns } as NodeJS.WriteStream);

test.each([
  ['fits', 'one two', 7, 'one two'],
  ['is too long', 'error: one two three', 12, 'error: one\n  two three'],
  ['is indented', '  why: one two', 10, '  why: one\n    two'],
  ['has columns', '9         the service is away', 20, '9         the\n  service is away'],
  [
    'has a word that is longer than the window',
    'see /a/long/path here',
    8,
    'see\n  /a/long/path\n  here',
  ],
  ['is a command', '  next: esign docs list --json', 12, '  next: esign docs list --json'],
  ['shows a command', '  esign docs list --json', 12, '  esign docs list --json'],
  ['has several lines', 'one two\nthree four', 5, 'one\n  two\nthree\n  four'],
  [
    'is coloured',
    '\u001b[31merror:\u001b[39m one two',
    10,
    '\u001b[31merror:\u001b[39m one\n  two',
  ],
])('a text that %s is broken between words only', (_, text, columns, wrapped) => {
  expect(wrap(text, columns)).toBe(wrapped);
});

test('what goes to a file or a program is not broken', () => {
  expect(wrapWords('one two', { isTTY: false, columns: 3 } as NodeJS.WriteStream)).toBe('one two');
});
