const REASONS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(ENOTFOUND|ENODATA|EAI_FAIL)$/, 'dns_error'],
  [/^EAI_AGAIN$/, 'dns_unavailable'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, 'connection_reset'],
  [/^EHOSTUNREACH$/, 'unreachable'],
  [/^(ENETUNREACH|ENETDOWN)$/, 'no_route'],
  [/^(EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)$/, 'out_of_sockets'],
  [/^ETIMEDOUT$/, 'timeout_connect'],
  [/^HPE_/, 'invalid_answer'],
  [/^(EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/, 'tls_error'],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/, 'tls_error'],
];
/** Node's codes are upper case. */
const OWN_REASON = /^[a-z_]+$/;

/** An error whose code is the reason of a failure. */
export const failing = (reason: string): Error =>
  Object.assign(new Error(reason), { code: reason });

/** A short, stable name such as `connection_refused`; `network_error` if unknown. */
export function failureReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (OWN_REASON.test(code)) return code;
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'network_error';
}

/** `redirect`, or `http_` and the status; null for 2xx. */
export function statusReason(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  return status >= 300 && status <= 399 ? 'redirect' : `http_${status}`;
}
