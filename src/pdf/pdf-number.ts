/** More decimals than any number has that JavaScript writes with an exponent and a page can show. */
const DECIMALS = 20;

/** A number as PDF writes it, without an exponent (ISO 32000-2, 7.3.3), and exactly as it was read. */
export function pdfNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const decimals = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return decimals === '-0' ? '0' : decimals;
}
