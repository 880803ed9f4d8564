import { expect, test } from 'vitest';
import { masked, patternOf, stepsOf } from './guide-blocks.ts';

const GUIDE = `
\`\`\`csv rows.csv
a,b
\`\`\`

\`\`\`console
$ esign one
said
[exit 2]
$ esign two
\`\`\`

\`\`\`sh
esign three
\`\`\`

<!-- not run: it needs a person -->
\`\`\`sh
esign four
\`\`\`

\`\`\`ts
esign.five();
\`\`\`
`;

test('the steps of a guide are its files, its commands with what they show, and its scripts', () => {
  expect(stepsOf(GUIDE)).toEqual([
    { kind: 'file', name: 'rows.csv', text: 'a,b\n' },
    { kind: 'command', line: 'esign one', shown: ['said'], exitCode: 2 },
    { kind: 'command', line: 'esign two', shown: [], exitCode: 0 },
    { kind: 'script', lines: ['esign three'] },
  ]);
});

test.each([
  ['4db7a029-2740-4048-a0ca-d5b737739989  SENT', '00000000-0000-4000-8000-000000000000  SENT'],
  ['4db7a029-2740  SENT  3 min. ago  a', '5f0c1d5e-0f64  SENT  just now    a'],
  ['created  23 Nov 2026, 09:07 UTC', 'created  1 Jan 2027, 23:59 UTC'],
  ['/home/asha/contract signed.pdf  74463 bytes', '/tmp/x/signed/contract signed.pdf  1 bytes'],
  ['http://127.0.0.1:4010/sign/c2du.JyC-i_Q', 'http://127.0.0.1:33333/sign/x'],
  ['#1  → 204 in 8 ms', '#1  → 204 in 123 ms'],
])('%s is as good as %s', (one, other) => {
  expect(masked(one)).toBe(masked(other));
});

test.each([
  ['1 mail, 1 credit', '2 mails, 2 credits'],
  ['status  SENT', 'status  COMPLETED'],
  ['#1  → 204 in 8 ms', '#1  → 401 in 8 ms'],
  ['Verified: intact', 'Not verified: intact'],
])('%s is not as good as %s', (one, other) => {
  expect(masked(one)).not.toBe(masked(other));
});

test.each([
  [['a', 'b'], 'a\nb\n', true],
  [['a', 'b'], 'a\nx\nb\n', false],
  [['a', '…', 'b'], 'a\nx\ny\nb\n', true],
  [['a', '…', 'b'], 'a\nb\n', true],
  [['a', '…'], 'b\n', false],
  [['a…'], 'a and more\n', true],
  [['a'], 'a\nb\n', false],
  [[], '', true],
  [[], 'said\n', false],
] as const)('what is shown as %j fits the output %j: %s', (shown, output, fits) => {
  expect(patternOf(shown).test(output)).toBe(fits);
});
