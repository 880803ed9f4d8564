const ONES = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  ...['Eleven', 'Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen'],
  ...['Eighteen', 'Nineteen'],
];

const TENS = [
  ...['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'],
];

/** Indian groups, largest first. */
const GROUPS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** Below a hundred; empty for 0. */
function tensOf(count: number): string {
  if (count < ONES.length) return ONES[count] ?? '';
  const ones = count % 10;
  const tens = TENS[Math.floor(count / 10)] ?? '';
  return ones === 0 ? tens : `${tens}-${ONES[ones]?.toLowerCase()}`;
}

/** Empty for 0. */
function wordsOf(count: number): string {
  const group = GROUPS.find(([size]) => count >= size);
  if (!group) return tensOf(count);
  const [size, name] = group;
  return `${wordsOf(Math.floor(count / size))} ${name} ${wordsOf(count % size)}`.trimEnd();
}

/** As invoices in India say it: `Rupees Two Thousand Three Hundred Sixty Only`. */
export function rupeesInWords(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100];
  const whole = `Rupees ${wordsOf(rupees) || 'Zero'}`;
  return rest === 0 ? `${whole} Only` : `${whole} and ${wordsOf(rest)} Paise Only`;
}
