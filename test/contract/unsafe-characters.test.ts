import { expect, test } from 'vitest';
import { hasControls, withoutUnsafe } from '../../src/contract/unsafe-characters.ts';
import { UNSAFE_OR_INVISIBLE } from '../../src/contract/unsafe-classes.ts';

const UNSAFE = [
  ['an escape', '\u001b'],
  ['a C1 control', '\u009b'],
  ['a line separator', '\u2028'],
  ['an Arabic letter mark', '\u061c'],
  ['an override', '\u202e'],
  ['an isolate', '\u2066'],
  ['half a character', '\ud83e'],
] as const;

test.each(UNSAFE)('%s becomes a space', (_, character) => {
  expect(withoutUnsafe(`a${character}b`)).toBe('a b');
});

test.each(['\u00ad', '\u200b', '\ufeff', '\u{e0041}'])('%j is invisible', (character) => {
  expect(character).toMatch(new RegExp(`^[${UNSAFE_OR_INVISIBLE}]$`, 'u'));
});

test.each(['Asha Rao', 'अनिता शर्मा', 'ක්\u200dෂ', 'Zoë 🙂', 'ה\u200cא'])(
  '%s stays as it is',
  (name) => {
    expect([withoutUnsafe(name), hasControls(name)]).toEqual([name, false]);
    expect(name).not.toMatch(new RegExp(`[${UNSAFE_OR_INVISIBLE}]`, 'u'));
  },
);

test.each(['\n', '\0', '\u0085', '\ud83e'])('a name must not hold %j', (character) => {
  expect(hasControls(`Asha${character}Rao`)).toBe(true);
});
