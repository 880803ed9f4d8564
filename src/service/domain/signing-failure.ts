/** Why a signer's attempt signed nothing, by the names that signers' pages have words for. */
const SIGNING_FAILURES = [
  'gateway_refused',
  'clock',
  'duplicate_txn',
  'signer_declined',
  'session_expired',
  'otp_attempts',
  'otp_expired',
  'wait_1min',
  'wait_30min',
  'mobile_not_linked',
  'identity_locked',
  'identity_suspended',
  'invalid_identity',
  'name_mismatch',
  'service_down',
  'session_over',
  'stale',
  'stale_base',
  'embedding_failed',
  'unsound',
] as const;

/** The name of such a reason. */
export type SigningFailure = (typeof SIGNING_FAILURES)[number];

/** The reason that a signer is told; what is of no use to them is `unsound`: the answer does not hold. */
export function toldFailure(reason: string): SigningFailure {
  return SIGNING_FAILURES.find((known) => known === reason) ?? 'unsound';
}
