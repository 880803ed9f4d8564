import { STATES } from '../states.rules.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** State, PAN, number of the registration in the state, `Z`, check digit. */
const PATTERN = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

/** Check digit of the first 14 characters: a sum modulo 36 with weights 1 and 2. */
export function gstinCheckDigit(body: string): string {
  const sum = [...body].slice(0, 14).reduce((total, character, index) => {
    const product = DIGITS.indexOf(character) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS.charAt((36 - (sum % 36)) % 36);
}

/** Why a regular taxpayer's GSTIN is malformed, to end a sentence. Registration is not checked. */
export function gstinFault(gstin: string): string | undefined {
  const state = PATTERN.exec(gstin)?.[1];
  if (state === undefined) return 'has 15 characters, such as 29AAAAA0000A1Z5, in capitals';
  if (!(state in STATES)) return `begins with the code of a state; ${state} is none`;
  if (gstinCheckDigit(gstin) !== gstin.charAt(14)) {
    return 'has a last character that does not fit the others; look for a typing error';
  }
  return undefined;
}

export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2);
