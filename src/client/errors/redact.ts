import type { AnswerHeaders } from '../http/transport.ts';

/** Most of a body that errors and hooks carry, in characters. */
const EXCERPT_LENGTH = 4096;

/** More than an excerpt, so that a secret across its end is still recognised. */
const LOOKED_AT = 4 * EXCERPT_LENGTH;

const HIDDEN = '[hidden]';
const HIDDEN_HEADERS = /^(proxy-)?authorization$|cookie|secret|token|api-?key|signature/;
const PRIVATE_FIELDS =
  /("(?:signUrl|phone|email|apiKey|secret|webhookSecret|password|otp)"\s*:\s*")[^"]*("?)/gi;
const URL_PATTERN = /\b(https?:\/\/)[^\s"'<>\\]+/gi;
const KEY_PATTERN = /\b((?:sk|whsec)_[a-z]{0,8}_?)[\w-]{4,}/gi;
const BEARER_PATTERN = /\b(bearer)\s+[^\s",;]+/gi;
const EMAIL_PATTERN = /(?<![^\s"'<>(),:;=@])[^\s"'<>(),:;=@]+@[^\s"'<>(),:;=@]+/g;

/** An address without user, password, query and fragment: enough to know where a request went. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/s, '');
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : `?${HIDDEN}`}`;
}

function originOnly(url: string): string {
  if (!URL.canParse(url)) return HIDDEN;
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? `${origin}/` : `${origin}/…`;
}

/**
 * Text from outside as it may stand in an error or a log: at most `EXCERPT_LENGTH` characters, without the secrets given,
 * keys, bearer values, signing links, phone numbers and email addresses in fields, and with URLs cut to their origin.
 */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, LOOKED_AT);
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, HIDDEN);
  return safe
    .replace(PRIVATE_FIELDS, `$1${HIDDEN}$2`)
    .replace(BEARER_PATTERN, `$1 ${HIDDEN}`)
    .replace(KEY_PATTERN, `$1${HIDDEN}`)
    .replace(URL_PATTERN, originOnly)
    .replace(EMAIL_PATTERN, HIDDEN)
    .slice(0, EXCERPT_LENGTH);
}

function redactHeader(name: string, value: string, secrets: readonly string[]): string {
  if (HIDDEN_HEADERS.test(name)) return HIDDEN;
  return redactText(value, secrets);
}

/** Headers as they may stand in an error or a log: credentials and cookies hidden, links cut to their origin. */
export function redactHeaders(
  headers: AnswerHeaders,
  secrets: readonly string[] = [],
): AnswerHeaders {
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    safe[lower] = redactHeader(lower, value, secrets);
  }
  return safe;
}
