import type { SigningFailure } from '../../core/signing/signature.rules.ts';

/** The identity authority's codes for biometrics. */
const BIOMETRIC_FROM = 300;
const BIOMETRIC_TO = 329;

/** ESP codes have a prefix; the identity authority's are bare numbers. */
const ROWS: ReadonlyArray<readonly [SigningFailure, readonly string[]]> = [
  ['gateway_refused', ['ESP-901', 'ESP-902', 'ESP-903', 'ESP-905', 'ESP-906', 'ESP-907']],
  [
    'gateway_refused',
    ['ESP-909', 'ESP-911', 'ESP-922', 'ESP-992', 'ESP-000', 'ESP-009', 'ESS-114'],
  ],
  ['clock', ['ESP-908']],
  ['duplicate_txn', ['ESP-910']],
  ['signer_declined', ['ESP-944', 'ESP-945']],
  ['session_expired', ['ESP-946']],
  ['otp_attempts', ['ESP-415', '400', '403']],
  ['wait_1min', ['952']],
  ['wait_30min', ['953']],
  ['mobile_not_linked', ['112']],
  ['identity_locked', ['330', '331', '332']],
  ['identity_suspended', ['995', '996', '997']],
  ['invalid_identity', ['998', '515', '517', '532', 'K-515', 'K-517', '100', '200']],
  ['service_down', ['402', '999', 'K-100', 'K-200', 'ESP-991', 'ESP-993', 'ESP-999']],
];

const REASONS: ReadonlyMap<string, SigningFailure> = new Map(
  ROWS.flatMap(([reason, codes]) => codes.map((code): [string, SigningFailure] => [code, reason])),
);

/** Failures of the authority's own service, or the identity authority's (999). */
const OUTAGE = /^(?:ESP-99[1-9]|(?:UIDAI-)?999)$/;

export const isOutage = (code: string): boolean => OUTAGE.test(code.trim().toUpperCase());

/** Unknown codes count as `service_down`. */
export function failureOf(code: string): SigningFailure {
  const written = code.trim().toUpperCase();
  const bare = written.replace(/^(?:UIDAI|ESP)-/, '');
  const known = REASONS.get(written) ?? REASONS.get(bare);
  if (known) return known;
  const number = Number(bare);
  return number >= BIOMETRIC_FROM && number <= BIOMETRIC_TO ? 'invalid_identity' : 'service_down';
}
