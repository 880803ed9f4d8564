import { parseUrl } from '../../contract/parse-url.ts';
import type { AnswerHeaders } from '../http/transport.ts';

/** The longest excerpt of a body in errors and hooks, in characters. */
const EXCERPT_LENGTH = 4096;
/** More than an excerpt, so that a secret across its end is still recognised. */
const SCANNED_LENGTH = 4 * EXCERPT_LENGTH;

const HIDDEN = '[hidden]';
const HIDDEN_HEADERS = /^(proxy-)?authorization$|cookie|secret|token|api-?key|signature/;
const PRIVATE_FIELDS =
  /("(?:signUrl|phone|email|apiKey|secret|webhookSecret|password|otp)"\s*:\s*")[^"]*("?)/gi;
const URL_PATTERN = /\b(https?:\/\/)[^\s"'<>\\]+/gi;
const KEY_PATTERN = /\b((?:sk|whsec)_[a-z]{0,8}_?)[\w-]{4,}/gi;
const BEARER_PATTERN = /\b(bearer)\s+[^\s",;]+/gi;
const EMAIL_PATTERN = /(?<![^\s"'<>(),:;=@])[^\s"'<>(),:;=@]+@[^\s"'<>(),:;=@]+/g;

/** A URL without user, password and fragment; a query becomes `?[hidden]`. */
export function redactUrl(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url.replace(/[?#].*$/s, '');
  const { origin, pathname, search } = parsed;
  return `${origin}${pathname}${search === '' ? '' : `?${HIDDEN}`}`;
}

const PAGING = new Set(['limit', 'offset']);

/** Like `redactUrl`, but keeps the paging parameters: `?limit=20&offset=40`. */
export function redactRequestUrl(url: URL): string {
  const shown: string[] = [];
  for (const [name, value] of url.searchParams)
    if (PAGING.has(name) && /^-?\d{1,9}$/.test(value)) shown.push(`${name}=${value}`);
  if ([...url.searchParams].length > shown.length) shown.push(HIDDEN);
  const base = `${url.origin}${url.pathname}`;
  return shown.length === 0 ? base : `${base}?${shown.join('&')}`;
}

/** The origin of a URL that itself grants access, as a download link: `https://example.com/…`. */
export function originOnly(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return HIDDEN;
  const { origin, pathname } = parsed;
  return pathname === '/' ? `${origin}/` : `${origin}/…`;
}

/**
 * For errors and logs: at most 4096 characters, without secrets, keys, bearer tokens, emails and
 * values such as `signUrl` and `phone`; URLs are cut to their origin.
 */
export function redactText(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, SCANNED_LENGTH);
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, HIDDEN);
  return safe
    .replace(PRIVATE_FIELDS, `$1${HIDDEN}$2`)
    .replace(BEARER_PATTERN, `$1 ${HIDDEN}`)
    .replace(KEY_PATTERN, `$1${HIDDEN}`)
    .replace(URL_PATTERN, originOnly)
    .replace(EMAIL_PATTERN, HIDDEN)
    .slice(0, EXCERPT_LENGTH);
}

/** Makes headers safe for errors and logs: hides credentials and cookies, cuts URLs to origins. */
export function redactHeaders(
  headers: AnswerHeaders,
  secrets: readonly string[] = [],
): AnswerHeaders {
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    safe[lower] = HIDDEN_HEADERS.test(lower) ? HIDDEN : redactText(value, secrets);
  }
  return safe;
}
