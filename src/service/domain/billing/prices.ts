/** The least and most credits of a pack. */
export const PACK = { minimum: 10, maximum: 10_000 } as const;

/** Prices in paise, with GST. */
export interface Prices {
  /** Of one credit; multiples of 118 split into tax without rounding. */
  readonly creditPaise: number;
  /** Of API access for a month; null when it is not for sale. */
  readonly monthPaise: number | null;
}

/** Prices unless set otherwise: ₹23.60 a credit, of which ₹20.00 are taxable. */
export const DEFAULT_PRICES: Prices = { creditPaise: 2360, monthPaise: null };

/** Goods: a pack of credits, or a month of API access. */
export type Goods =
  | { readonly kind: 'pack'; readonly credits: number }
  | { readonly kind: 'month' };

/** True for a whole number of credits that is sold as a pack. */
const isPack = (credits: number): boolean =>
  Number.isInteger(credits) && credits >= PACK.minimum && credits <= PACK.maximum;

/** The price in paise with GST; undefined for what is not for sale. */
export function priceOf(goods: Goods, { creditPaise, monthPaise }: Prices): number | undefined {
  if (goods.kind === 'month') return monthPaise ?? undefined;
  return isPack(goods.credits) ? goods.credits * creditPaise : undefined;
}

/** Price of some of a pack's credits, in paise; the whole pack costs its whole price. */
export const shareOf = (paise: number, { of, part }: { of: number; part: number }): number =>
  Math.floor((paise * part) / of);

/** Rupees as people read them: `₹2,360.00`. */
export function showRupees(paise: number): string {
  const rupees = Math.floor(paise / 100).toLocaleString('en-IN');
  return `₹${rupees}.${String(paise % 100).padStart(2, '0')}`;
}
