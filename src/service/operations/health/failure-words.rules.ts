const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^connection_refused$/, 'it refuses connections'],
  [/^(connection_reset|econnection|esocket|network_error)$/, 'the connection failed'],
  [/^(timeout|etimedout)/, 'it did not answer in time'],
  [/^(dns_|edns)/, 'its name could not be looked up'],
  [/^(tls_error|etls)$/, 'no TLS connection could be made'],
  [/^(unreachable|no_route)$/, 'no network leads there'],
  [/^eauth_?/, 'it refuses the login'],
  [/^http_/, 'it responds with an error'],
  [/^(malformed_answer|invalid_answer|bad_timestamp)$/, 'its answer cannot be read'],
];

/** Says a stable name such as `connection_refused` in words, with a reply's code; keeps sentences. */
export function inWords(reason: string): string {
  if (!/^[a-z0-9_]+$/.test(reason)) return reason.replace(/\.$/, '');
  const words = WORDS.find(([names]) => names.test(reason))?.[1] ?? reason.replaceAll('_', ' ');
  const [code] = /\d{3}$/.exec(reason) ?? [];
  return code === undefined || words.includes(code) ? words : `${words} (${code})`;
}
