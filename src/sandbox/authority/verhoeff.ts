const PRODUCT = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const PERMUTATION = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];
const INVERSE = '0432156789';

function permuted(digit: number, position: number): number {
  return Number(PERMUTATION[position % PERMUTATION.length]?.[digit]);
}

/** Counted from the right; `from` is 1 without the check digit. */
function verhoeffSum(digits: string, from: 0 | 1): number {
  return [...digits]
    .reverse()
    .reduce((sum, digit, i) => Number(PRODUCT[sum]?.[permuted(Number(digit), i + from)]), 0);
}

export const isVerhoeffValid = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && verhoeffSum(digits, 0) === 0;

export const verhoeffCheckDigit = (digits: string): string => INVERSE[verhoeffSum(digits, 1)] ?? '';
