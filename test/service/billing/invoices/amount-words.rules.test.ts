import { expect, test } from 'vitest';
import { rupeesInWords } from '../../../../src/service/billing/invoices/invoice-words.rules.ts';

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paise Only'],
  [2360, 'Rupees Twenty-three and Sixty Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [11_519, 'Rupees One Hundred Fifteen and Nineteen Paise Only'],
  [236_000, 'Rupees Two Thousand Three Hundred Sixty Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [23_600_000, 'Rupees Two Lakh Thirty-six Thousand Only'],
  [
    1_234_567_890,
    'Rupees One Crore Twenty-three Lakh Forty-five Thousand Six Hundred Seventy-eight and Ninety Paise Only',
  ],
  [10_000_000_000, 'Rupees Ten Crore Only'],
])('%i paise are %s', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words);
});
