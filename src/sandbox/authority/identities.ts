import type { EspFailure } from './esp-failures.ts';
import { ESP_FAILURES } from './esp-failures.ts';
import { verhoeffCheckDigit } from './verhoeff.ts';

/** An invented person that the test authority knows. Numbers begin with 0 or 1: no real one does. */
export interface TestIdentity {
  /** 12 digits, Verhoeff-valid. */
  readonly number: string;
  readonly name: string;
  readonly state: string;
  readonly postalCode: string;
  /** 10 digits. */
  readonly mobile: string;
  /** What goes wrong for this identity, chosen by its number. */
  readonly problem: EspFailure | null;
}

type Row = [name: string, state: string, mobile: string, problem?: EspFailure];

const ROWS: readonly Row[] = [
  ['Asha Rao', 'Karnataka', '9000000001'],
  ['Ravi Kumar', 'Delhi', '9000000002'],
  ['अनिता शर्मा', 'Rajasthan', '9000000003'],
  ['Meera Nair', 'Kerala', '9000000004'],
  ['विक्रम सिंह', 'Punjab', '9000000005'],
  ["Zoë D'Souza-Iyer", 'Goa', '9000000006'],
  ['K', 'Tamil Nadu', '9000000007'],
  ['Venkatanarasimharajuvaripeta Lakshmi Narayana Subrahmanyeswara Rao', 'Telangana', '9000000008'],
  ['Nila Phoneless', 'Bihar', '9000000009', ESP_FAILURES.noMobile],
  ['Lata Locked', 'Assam', '9000000010', ESP_FAILURES.locked],
  ['Suresh Suspended', 'Odisha', '9000000011', ESP_FAILURES.suspended],
  ['Dev Downtime', 'Gujarat', '9000000012', ESP_FAILURES.broken],
];

const FIRST_DIGITS = 11;

function numbered([name, state, mobile, problem]: Row, index: number): TestIdentity {
  const digits = String(index + 1).padStart(FIRST_DIGITS, '0');
  return {
    number: `${digits}${verhoeffCheckDigit(digits)}`,
    name,
    state,
    postalCode: String(index + 1).padStart(6, '0'),
    mobile,
    problem: problem ?? null,
  };
}

/** Everybody that the test authority knows. Any of them may sign for any signer. */
export const TEST_IDENTITIES: readonly TestIdentity[] = ROWS.map(numbered);

/** The test identity to sign with for a signer: the one of the same name, else one by signing order. */
export function identityFor(signer: { name: string; signingOrder: number }): TestIdentity {
  const able = TEST_IDENTITIES.filter(({ problem }) => !problem);
  const chosen =
    able.find(({ name }) => name === signer.name) ?? able[(signer.signingOrder - 1) % able.length];
  if (!chosen) throw new Error(`No test identity for signer ${signer.signingOrder}`);
  return chosen;
}
