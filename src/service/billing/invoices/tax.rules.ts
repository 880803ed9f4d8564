/** GST on electronic services, in hundredths of a percent of the taxable value. */
export const GST_BASIS_POINTS = 1800;

/** A sum including GST, in integer paise. The four parts add up to it exactly. */
export interface TaxSplit {
  readonly taxablePaise: number;
  /** Central and state tax are equal; both are 0 where the integrated tax is not. */
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

const WHOLE = 10_000;

/** The tax at these basis points in a sum taxed at `GST_BASIS_POINTS`; half a paisa rounds up. */
function taxWithin(gross: number, basisPoints: number): number {
  const divisor = 2 * (WHOLE + GST_BASIS_POINTS);
  return Math.floor((2 * gross * basisPoints + divisor / 2) / divisor);
}

/**
 * Splits a sum that includes GST (CGST Rules, rule 35: tax = sum × rate ÷ (100 + rates)): half
 * central and half state tax within a state, else integrated tax. The taxable value is the rest.
 * Rounding means that tax computed from it may differ, so the split is stored, never recomputed.
 * @throws {RangeError} unless the sum is a whole number of paise from 0 to 10 billion
 */
export function splitTax(grossPaise: number, isWithinState: boolean): TaxSplit {
  if (!Number.isInteger(grossPaise) || grossPaise < 0 || grossPaise > 10_000_000_000) {
    throw new RangeError('A sum is a whole number of paise.');
  }
  const half = isWithinState ? taxWithin(grossPaise, GST_BASIS_POINTS / 2) : 0;
  const igstPaise = isWithinState ? 0 : taxWithin(grossPaise, GST_BASIS_POINTS);
  const taxablePaise = grossPaise - 2 * half - igstPaise;
  return { taxablePaise, cgstPaise: half, sgstPaise: half, igstPaise };
}
