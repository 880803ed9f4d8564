/** What a failure of the authority means: a stable name, and what the signer is told. */
export interface GatewayFailure {
  readonly reason: string;
  readonly message: string;
}

interface Row extends GatewayFailure {
  readonly codes: readonly string[];
}

const REFUSED = 'The signing service refused our request. Nothing was signed. We have been told.';
const SERVICE_DOWN = {
  reason: 'service_down',
  message: 'The signing service has a problem. Try again later.',
};
const INVALID_IDENTITY = { reason: 'invalid_identity', message: 'The number is not valid.' };
/** From here on the identity authority's codes are of biometrics. */
const BIOMETRIC_FROM = 300;
const BIOMETRIC_TO = 329;

/** ESP codes with their prefix, codes of the identity authority as bare numbers. */
const ROWS: readonly Row[] = [
  {
    codes: [
      ...['ESP-901', 'ESP-902', 'ESP-903', 'ESP-905', 'ESP-906', 'ESP-907', 'ESP-909'],
      ...['ESP-911', 'ESP-922', 'ESP-992', 'ESP-000', 'ESP-009', 'ESS-114'],
    ],
    reason: 'gateway_refused',
    message: REFUSED,
  },
  { codes: ['ESP-908'], reason: 'clock', message: REFUSED },
  {
    codes: ['ESP-910'],
    reason: 'duplicate_txn',
    message: 'This request was finished before. Nothing was signed by it. Start again.',
  },
  {
    codes: ['ESP-944', 'ESP-945'],
    reason: 'signer_declined',
    message: 'You stopped. Nothing was signed. Start again when you are ready.',
  },
  {
    codes: ['ESP-946'],
    reason: 'session_expired',
    message: 'The page was open too long. Nothing was signed. Start again.',
  },
  {
    codes: ['ESP-415', '400', '403'],
    reason: 'otp_attempts',
    message: 'The code was wrong three times. Wait a while, then start again.',
  },
  {
    codes: ['952'],
    reason: 'wait_1min',
    message: 'Too many codes were sent. Try again in 1 minute.',
  },
  {
    codes: ['953'],
    reason: 'wait_30min',
    message: 'Too many codes were sent. Try again in 30 minutes.',
  },
  {
    codes: ['112'],
    reason: 'mobile_not_linked',
    message: 'No mobile number is linked to this identity.',
  },
  {
    codes: ['330', '331', '332'],
    reason: 'identity_locked',
    message: 'This identity is locked. Unlock it with its issuer.',
  },
  {
    codes: ['995', '996', '997'],
    reason: 'identity_suspended',
    message: 'This identity cannot be used now.',
  },
  {
    codes: ['998', '515', '517', '532', 'K-515', 'K-517', '100', '200'],
    ...INVALID_IDENTITY,
  },
  {
    codes: ['402', '999', 'K-100', 'K-200', 'ESP-991', 'ESP-993', 'ESP-999'],
    ...SERVICE_DOWN,
  },
];

const FAILURES: ReadonlyMap<string, GatewayFailure> = new Map(
  ROWS.flatMap(({ codes, reason, message }) =>
    codes.map((code): [string, GatewayFailure] => [code, { reason, message }]),
  ),
);

/** What an error code of the authority means; a code that is not known is a problem of the authority's. */
export function failureOf(code: string): GatewayFailure {
  const written = code.trim().toUpperCase();
  const bare = written.replace(/^(?:UIDAI|ESP)-/, '');
  const known = FAILURES.get(written) ?? FAILURES.get(bare);
  if (known) return known;
  const number = Number(bare);
  return number >= BIOMETRIC_FROM && number <= BIOMETRIC_TO ? INVALID_IDENTITY : SERVICE_DOWN;
}
