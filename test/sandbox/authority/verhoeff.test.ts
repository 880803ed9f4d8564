import { expect, test } from 'vitest';
import { isVerhoeffValid, verhoeffCheckDigit } from '../../../src/sandbox/authority/identities.ts';

test('the check digit of 236 is 3', () => {
  expect(verhoeffCheckDigit('236')).toBe('3');
  expect(isVerhoeffValid('2363')).toBe(true);
});

test.each(['000000000019', '000000000026', '100000000015'])('%s is valid', (digits) => {
  expect(isVerhoeffValid(digits)).toBe(true);
});

test('every wrong digit in every position is detected', () => {
  const digits = '000000000026';
  for (let place = 0; place < digits.length; place += 1) {
    for (const other of '0123456789'.replace(digits.charAt(place), '')) {
      const wrong = digits.slice(0, place) + other + digits.slice(place + 1);
      expect(isVerhoeffValid(wrong), wrong).toBe(false);
    }
  }
});

test('swapped neighbours are detected', () => {
  const digits = `12345678905${verhoeffCheckDigit('12345678905')}`;
  for (let place = 0; place + 1 < digits.length; place += 1) {
    const [a, b] = [digits.charAt(place), digits.charAt(place + 1)];
    const swapped = digits.slice(0, place) + b + a + digits.slice(place + 2);
    expect(isVerhoeffValid(swapped), swapped).toBe(false);
  }
});

test.each(['', '7', '12a4', '1234 5678'])('%j is not a number with a check digit', (text) => {
  expect(isVerhoeffValid(text)).toBe(false);
});
