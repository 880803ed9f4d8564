/** Smaller numbers become 0. */
const DECIMALS = 20;

/** Formats a number with all its digits and without an exponent (ISO 32000-2, 7.3.3). */
export function pdfNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const decimals = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return decimals === '-0' ? '0' : decimals;
}
