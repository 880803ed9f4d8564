import { expect, test } from 'vitest';
import { readEnvironment } from '../../../src/cli/profiles/profile.ts';
import { inAscii } from '../../../src/cli/terminal/ascii-marks.ts';

test('marks become ASCII, and names stay as they are', () => {
  expect(inAscii('✓ Asha’s lease … 1–2 → अनिता')).toBe("ok Asha's lease ... 1-2 -> अनिता");
});

test.each([
  [{ LANG: 'C' }, true],
  [{ LANG: 'en_IN.UTF-8' }, false],
  [{ LANG: 'en_IN.utf8' }, false],
  [{ LANG: 'en_IN.UTF-8', LC_ALL: 'POSIX' }, true],
  [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, false],
  [{}, false],
] as const)('with %j the terminal is taken for ASCII: %s', (variables, isAscii) => {
  expect(readEnvironment(variables).isAscii).toBe(isAscii);
});

test.each([
  [{ ESIGN_PLAIN: '1' }, true],
  [{ ESIGN_PLAIN: '0' }, false],
  [{ TERM: 'dumb' }, true],
  [{ TERM: 'xterm-256color' }, false],
] as const)('with %j nothing is redrawn: %s', (variables, isPlain) => {
  expect(readEnvironment(variables).isPlain).toBe(isPlain);
});
