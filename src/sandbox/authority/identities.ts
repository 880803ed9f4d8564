import { createHash } from 'node:crypto';
import type { EspFailure } from './requests/esp-failures.ts';
import { ESP_FAILURES } from './requests/esp-failures.ts';

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

type IdentityOutcome =
  /** `other-name` and `other-birth` sign with a name or birth year that no signer gave. */
  | { readonly kind: 'signs'; readonly about: 'signs' | 'other-name' | 'other-birth' }
  | { readonly kind: 'slow' }
  /** Every code is wrong. */
  | { readonly kind: 'wrong-code' }
  /** The first code has already expired. */
  | { readonly kind: 'old-code' }
  | { readonly kind: 'fails'; readonly failure: EspFailure };

/** An invented person. Numbers begin with 0 or 1, which real ones never do. */
export interface TestIdentity {
  /** 12 digits, Verhoeff-valid. */
  readonly number: string;
  /** Alias of the number: 16 digits, Verhoeff-valid. */
  readonly virtualId: string;
  readonly name: string;
  readonly yearOfBirth: number;
  readonly gender: 'F' | 'M' | 'T';
  readonly state: string;
  readonly postalCode: string;
  /** 10 digits. */
  readonly mobile: string;
  readonly outcome: IdentityOutcome;
}

const SIGNS: IdentityOutcome = { kind: 'signs', about: 'signs' };
const fails = (failure: EspFailure): IdentityOutcome => ({ kind: 'fails', failure });

type IdentityRow = readonly [
  name: string,
  yearOfBirth: number,
  gender: TestIdentity['gender'],
  state: string,
  outcome: IdentityOutcome,
];

const LONG_NAME = 'Venkatanarasimharajuvaripeta Lakshmi Narayana Subrahmanyeswara Rao';

/** Numbers follow the order of rows: add new rows at the end. */
const ROWS: readonly IdentityRow[] = [
  ['Asha Rao', 1984, 'F', 'Karnataka', SIGNS],
  ['Ravi Kumar', 1979, 'M', 'Delhi', SIGNS],
  ['अनिता शर्मा', 1991, 'F', 'Rajasthan', SIGNS],
  ['Meera Nair', 1988, 'F', 'Kerala', SIGNS],
  ['विक्रम सिंह', 1975, 'M', 'Punjab', SIGNS],
  ["Zoë D'Souza-Iyer", 1996, 'T', 'Goa', SIGNS],
  ['K', 1969, 'M', 'Tamil Nadu', SIGNS],
  [LONG_NAME, 1958, 'M', 'Telangana', SIGNS],
  ['Nila Phoneless', 1990, 'F', 'Bihar', fails(ESP_FAILURES.noMobile)],
  ['Lata Locked', 1990, 'F', 'Assam', fails(ESP_FAILURES.locked)],
  ['Suresh Suspended', 1990, 'M', 'Odisha', fails(ESP_FAILURES.suspended)],
  ['Dev Downtime', 1990, 'M', 'Gujarat', fails(ESP_FAILURES.broken)],
  ['Bina Blocked', 1990, 'F', 'Sikkim', fails(ESP_FAILURES.blocked)],
  ['Chetan Cancelled', 1990, 'M', 'Manipur', fails(ESP_FAILURES.cancelled)],
  ['Farah Flooded', 1990, 'F', 'Tripura', fails(ESP_FAILURES.flooded)],
  ['Omkar Overmuch', 1990, 'M', 'Mizoram', fails(ESP_FAILURES.tooManyCodes)],
  ['Vani Virtual', 1990, 'F', 'Haryana', fails(ESP_FAILURES.virtualIdOver)],
  ['Eshan Expiry', 1990, 'M', 'Jharkhand', fails(ESP_FAILURES.expired)],
  ['Wasim Wrongcode', 1990, 'M', 'Nagaland', { kind: 'wrong-code' }],
  ['Oorja Oldcode', 1990, 'F', 'Ladakh', { kind: 'old-code' }],
  ['Shanta Slow', 1990, 'F', 'Meghalaya', { kind: 'slow' }],
  ['Nobody Of That Name', 1990, 'T', 'Chandigarh', { kind: 'signs', about: 'other-name' }],
  ['Yash Youngest', 2008, 'M', 'Puducherry', { kind: 'signs', about: 'other-birth' }],
];

const NUMBER_DIGITS = 12;
const VIRTUAL_ID_DIGITS = 16;
const POSTAL_CODE_DIGITS = 6;
const FIRST_MOBILE = 9_000_000_001;

/** Verhoeff-valid: first digit, row number, check digit. */
function numberAt(index: number, begins: '0' | '1', length: number): string {
  const digits = `${begins}${String(index + 1).padStart(length - 2, '0')}`;
  return `${digits}${verhoeffCheckDigit(digits)}`;
}

function identityAt(
  [name, yearOfBirth, gender, state, outcome]: IdentityRow,
  index: number,
): TestIdentity {
  return {
    number: numberAt(index, '0', NUMBER_DIGITS),
    virtualId: numberAt(index, '1', VIRTUAL_ID_DIGITS),
    name,
    yearOfBirth,
    gender,
    state,
    postalCode: String(index + 1).padStart(POSTAL_CODE_DIGITS, '0'),
    mobile: String(FIRST_MOBILE + index),
    outcome,
  };
}

export const TEST_IDENTITIES: readonly TestIdentity[] = ROWS.map(identityAt);

export type IdentityResult =
  | { readonly ok: true; readonly identity: TestIdentity }
  | { readonly ok: false; readonly problem: 'no-consent' | 'invalid-number' | 'unknown-number' };

const MOBILE_DIGITS = 10;
const LONGEST_NAME = 200;

/** A person of any name. Equal names give equal persons, since digits come from the name's hash. */
function inventPerson(name: string): TestIdentity {
  const digits = String(BigInt(`0x${createHash('sha256').update(name).digest('hex')}`));
  const numbered = (begins: string, length: number) => {
    const open = `${begins}${digits.slice(begins.length + 1 - length)}`;
    return `${open}${verhoeffCheckDigit(open)}`;
  };
  return {
    number: numbered('0', NUMBER_DIGITS),
    virtualId: numbered('1', VIRTUAL_ID_DIGITS),
    name,
    yearOfBirth: 1980,
    gender: 'T',
    state: 'Delhi',
    postalCode: digits.slice(0, POSTAL_CODE_DIGITS),
    mobile: `9${digits.slice(1 - MOBILE_DIGITS)}`,
    outcome: SIGNS,
  };
}

export const identityNamed = (name: string): TestIdentity =>
  TEST_IDENTITIES.find((one) => one.outcome === SIGNS && one.name === name) ?? inventPerson(name);

/** Finds an identity by number, virtual ID or name. Invents a person for other names. */
export function readIdentity(form: { identity: string; consent: boolean }): IdentityResult {
  if (!form.consent) return { ok: false, problem: 'no-consent' };
  const name = form.identity.trim();
  if (/^\p{L}/u.test(name))
    return { ok: true, identity: identityNamed(name.slice(0, LONGEST_NAME)) };
  const digits = form.identity.replace(/[\s-]/g, '');
  const isValid = /^(?:\d{12}|\d{16})$/.test(digits) && isVerhoeffValid(digits);
  if (!isValid) return { ok: false, problem: 'invalid-number' };
  const identity = TEST_IDENTITIES.find(
    ({ number, virtualId }) => number === digits || virtualId === digits,
  );
  if (identity) return { ok: true, identity };
  return { ok: false, problem: 'unknown-number' };
}
