export const PACK = { minimum: 10, maximum: 10_000 } as const;

/** Prices in paise, with GST. */
export interface Prices {
  /** Of one credit; multiples of 118 split into tax without rounding. */
  readonly creditPaise: number;
  /** Of a month of API access; null when it is not for sale. */
  readonly monthPaise: number | null;
}

/** ₹23.60 a credit, of which ₹20.00 are taxable. */
export const DEFAULT_PRICES: Prices = { creditPaise: 2360, monthPaise: null };

export type Goods =
  | { readonly kind: 'pack'; readonly credits: number }
  | { readonly kind: 'month' };

const isPack = (credits: number): boolean =>
  Number.isInteger(credits) && credits >= PACK.minimum && credits <= PACK.maximum;

/** The price in paise with GST; undefined when not for sale. */
export function priceOf(goods: Goods, { creditPaise, monthPaise }: Prices): number | undefined {
  if (goods.kind === 'month') return monthPaise ?? undefined;
  return isPack(goods.credits) ? goods.credits * creditPaise : undefined;
}

/** Price of a part of a pack, in paise, rounded down. */
export const shareOf = (paise: number, { of, part }: { of: number; part: number }): number =>
  Math.floor((paise * part) / of);

/** Formatted for people: `₹2,360.00`. */
export function showRupees(paise: number): string {
  const rupees = Math.floor(paise / 100).toLocaleString('en-IN');
  return `₹${rupees}.${String(paise % 100).padStart(2, '0')}`;
}
