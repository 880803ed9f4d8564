import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  gstinCheckDigit,
  gstinFault,
} from '../../../../src/service/billing/invoices/gstin.rules.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Invented for tests. */
const BODY = '29AAAAA0000A1Z';
const GSTIN = `${BODY}${gstinCheckDigit(BODY)}`;

test.each([
  // The examples that the check digit is known by.
  ['27AAPFU0939F1Z', 'V'],
  ['29AAGCB7383J1Z', '4'],
])('%s is checked by %s', (body, digit) => {
  expect(gstinCheckDigit(body)).toBe(digit);
});

test('a well-formed number has no fault', () => {
  expect(gstinFault(GSTIN)).toBeUndefined();
});

test.each([
  ['', '15 characters'],
  [GSTIN.toLowerCase(), '15 characters'],
  [`${GSTIN}0`, '15 characters'],
  [` ${GSTIN}`, '15 characters'],
  [`99${GSTIN.slice(2)}`, '99 is none'],
  [`${BODY}${GSTIN.endsWith('0') ? '1' : '0'}`, 'does not fit'],
])('%s is refused', (gstin, says) => {
  expect(gstinFault(gstin)).toContain(says);
});

test('one wrong character is always found', () => {
  const place = fc.integer({ min: 0, max: 14 });
  fc.assert(
    fc.property(place, fc.constantFrom(...ALPHABET), (at, character) => {
      fc.pre(GSTIN.charAt(at) !== character);
      expect(gstinFault(GSTIN.slice(0, at) + character + GSTIN.slice(at + 1))).toBeDefined();
    }),
  );
});
