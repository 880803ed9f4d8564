/** Reasons of a failed exchange by the code of the error of Node, or of undici. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_unavailable',
  EAI_FAIL: 'dns_error',
  ENODATA: 'dns_error',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  EMFILE: 'out_of_sockets',
  ENFILE: 'out_of_sockets',
  ENOBUFS: 'out_of_sockets',
  EADDRNOTAVAIL: 'out_of_sockets',
  ETIMEDOUT: 'timeout_connect',
  ERR_ASSERTION: 'invalid_answer',
  UND_ERR_HEADERS_OVERFLOW: 'invalid_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'invalid_answer',
  UND_ERR_SOCKET: 'connection_reset',
  EPROTO: 'tls_error',
  HOSTNAME_MISMATCH: 'tls_error',
  INVALID_CA: 'tls_error',
  INVALID_PURPOSE: 'tls_error',
};

/** Codes of our own errors are reasons already. */
const OWN_CODES = [
  'blocked_address',
  'dns_error',
  'dns_unavailable',
  'insecure_url',
  'interrupted',
  'timeout_ack',
  'timeout_connect',
];

const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/, 'tls_error'],
  [/^HPE_/, 'invalid_answer'],
];

/** An error whose code is the reason of a failure. */
export const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** The code of an error thrown by Node; empty when it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** undici's parser gives its errors no code. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'HTTPParserError';

/** A short, stable name of why an exchange failed, such as `connection_refused`; `network_error` when unheard of. */
export function failureReason(error: unknown): string {
  const code = errorCode(error);
  if (OWN_CODES.includes(code)) return code;
  if (isParserError(error)) return 'invalid_answer';
  const pattern = PATTERNS.find(([codes]) => codes.test(code));
  return REASONS[code] ?? pattern?.[1] ?? 'network_error';
}

const REDIRECTS_FROM = 300;
const REDIRECTS_TO = 399;

/** The name of a status that is no success: `redirect` or `http_` and the status. */
export function statusReason(status: number): string {
  return status >= REDIRECTS_FROM && status <= REDIRECTS_TO ? 'redirect' : `http_${status}`;
}
