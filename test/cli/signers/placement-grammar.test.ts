import { expect, test } from 'vitest';
import { parsePlacement } from '../../../src/cli/signers/placement-grammar.ts';
import { parseSigner } from '../../../src/cli/signers/signer-grammar.ts';

const smallest = { width: 140, height: 110 };
const words = (text: string, more = {}) => ({
  words: text,
  which: undefined,
  side: undefined,
  ...smallest,
  ...more,
});

test.each([
  ['@text:"For the Lessee"', words('For the Lessee')],
  ["@text:'For the Lessee'", words('For the Lessee')],
  ['@text:“For the Lessee”', words('For the Lessee')],
  ['@text:‘For the Lessee’', words('For the Lessee')],
  ['@text:"Lessee\'s copy"', words("Lessee's copy")],
  ['@text:"mail: a@b #1:below,1x1"', words('mail: a@b #1:below,1x1')],
  ['@text:"Sign"#2', words('Sign', { which: 2 })],
  ['@TEXT:"Sign"#LAST:Right', words('Sign', { which: 'last', side: 'right' })],
  ['@text:"Sign":over', words('Sign', { side: 'over' })],
  ['@text:"Sign",180x120.5', words('Sign', { width: 180, height: 120.5 })],
  [
    '@text:"Sign"#12:above,180x120',
    words('Sign', { which: 12, side: 'above', width: 180, height: 120 }),
  ],
])('%s is read', (text, position) => {
  expect(parsePlacement(text)).toEqual({ ok: true, positions: [position] });
});

test('rectangles and words stand side by side, separated by blanks', () => {
  const text =
    '  @1:72,96,180x120 @text:"For the Lessee"#2\t@text:\'For all\':below @last:1,2,140x110';
  const parsed = parsePlacement(text);
  expect(
    parsed.ok && parsed.positions.map((one) => ('words' in one ? one.words : one.page)),
  ).toEqual([1, 'For the Lessee', 'For all', 'last']);
});

const FORM = 'is not in the form @text:"WORDS"';
test.each([
  ['@text:For the Lessee', `"@text:For" ${FORM}`],
  ['@text:"For the Lessee', `"@text:"For" ${FORM}`],
  ['@text:""', FORM],
  ['@text:"  "', 'names no words'],
  ['@text:"Sign"#0', FORM],
  ['@text:"Sign"#first', FORM],
  ['@text:"Sign":left', FORM],
  ['@text:"Sign":below#2', FORM],
  ['@text:"Sign"180x120', FORM],
  ['@text:"Sign",180', FORM],
  ['@text:"Sign",100x120', 'is smaller than 140x110, the minimum'],
  ['@text:"Sign"@1:72,96,180x120', FORM],
  ['@texts:"Sign"', 'is not a rectangle in the form @PAGE:X,Y,WIDTHxHEIGHT'],
])('%s is refused', (text, problem) => {
  expect(parsePlacement(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test('the shell is blamed only for quotation marks that are missing', () => {
  const advice = 'put the whole signer in single quotes';
  expect(parsePlacement('@text:Lessee')).toMatchObject({
    problem: expect.stringContaining(advice),
  });
  for (const text of ['@text:"Sign":left', '@text:“Sign”#0', "@text:'Sign'#first"])
    expect(parsePlacement(text)).toMatchObject({ problem: expect.not.stringContaining(advice) });
});

test('words come after the phone of a signer', () => {
  const text = 'Asha Rao <asha@example.in> 98765 43210 @text:"For the Lessee: Asha @ Mysuru"';
  expect(parseSigner(text)).toEqual({
    ok: true,
    signer: {
      name: 'Asha Rao',
      email: 'asha@example.in',
      phone: '9876543210',
      positions: [words('For the Lessee: Asha @ Mysuru')],
    },
  });
});
