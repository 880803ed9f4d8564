/** India Standard Time minus UTC, in milliseconds, all year. */
const IST_MS = 5.5 * 3_600_000;
/** Months count from 0. */
const APRIL = 3;

/** The Indian financial year, from 1 April to 31 March in India's time: `26-27`. */
export function financialYearOf(at: Date): string {
  const inIndia = new Date(at.getTime() + IST_MS);
  const first = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < APRIL ? 1 : 0);
  const short = (year: number): string => String(year % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}
