/** States and union territories of India by GST code. 26 took over 25, and 37 the former 28. */
export const STATES: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
};

/** As on invoices: `29 Karnataka`. */
export const nameState = (code: string): string => `${code} ${STATES[code] ?? 'unknown state'}`;

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
