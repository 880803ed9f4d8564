import { expect, test } from 'vitest';
import { signatureLines } from '../../../src/pdf/signing/signature-lines.ts';
import { testFonts } from '../../support/drawing/pdf-fonts.ts';
import { lineOf, SCRIPT_SAMPLES } from '../../support/drawing/script-samples.ts';

const fonts = testFonts();
const date = new Date('2026-12-31T20:04:05.678Z');

test('a box shows the name, the time in IST and UTC, and the reason', () => {
  expect(signatureLines({ name: 'अनिता शर्मा', date, reason: 'I agree' }, fonts)).toEqual([
    'अनिता शर्मा',
    'Signed 01 Jan 2027, 01:34:05 IST',
    '31 Dec 2026, 20:04:05 UTC',
    'Reason: I agree',
  ]);
});

test("a certificate's name that is not the invited one stands above it", () => {
  const named = { name: 'Ravi Kumar', invitedAs: 'Asha Rao', date };
  expect(signatureLines(named, fonts).slice(0, 3)).toEqual([
    'Ravi Kumar',
    'Name as in the certificate,',
    'invited as Asha Rao',
  ]);
  expect(signatureLines({ ...named, invitedAs: '山田太郎' }, fonts)[2]).toBe(
    'invited by another name',
  );
});

test('a name in a script that no font has is replaced by the address', () => {
  const otherwise = 'signer@example.in';
  expect(signatureLines({ name: '山田太郎', otherwise, date }, fonts)[0]).toBe(otherwise);
  expect(signatureLines({ name: '山田太郎', date }, fonts)[0]).toBe('Signed');
});

test.each(SCRIPT_SAMPLES)('a name in $name is shown as it is', (sample) => {
  const name = lineOf(sample);
  expect(signatureLines({ name, date }, fonts)[0]).toBe(name);
});

test('a reason that cannot be drawn is omitted', () => {
  expect(signatureLines({ name: 'Asha Rao', date, reason: '同意' }, fonts)).toHaveLength(3);
});

test('controls, line breaks and direction overrides become spaces, and a line ends at 80 characters', () => {
  const [name] = signatureLines({ name: `Asha\r\n\u202ERao\u0000${'x'.repeat(99)}`, date }, fonts);
  expect(name).toMatch(/^Asha Rao x+$/);
  expect(name).toHaveLength(80);
});
