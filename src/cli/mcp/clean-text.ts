import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-characters.ts';

/** Invisible characters: text can be hidden in them, in variation selectors and tags as well. */
const UNSEEN = new RegExp(`[${UNSAFE_OR_INVISIBLE}\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]+`, 'gu');
const ADDRESS = /\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]*)[/?#]\S*/gi;
const SIGNING_PATH = /(\/sign\/)[\w-]{6,}/gi;
const KEY = /\b((?:sk|whsec)_)[\w-]{4,}/gi;
/** Longer than any name that the service takes. */
const LONGEST = 1000;
const HIDDEN = '[hidden]';

/**
 * A text without invisible characters, keys and links: of an address its host is left. At most 1000 characters, and
 * none of the secrets.
 */
function cleanText(text: string, secrets: readonly string[]): string {
  let plain = text.replace(UNSEEN, ' ');
  for (const secret of secrets) if (secret !== '') plain = plain.replaceAll(secret, HIDDEN);
  const clean = plain
    .replace(ADDRESS, '$1$2/…')
    .replace(SIGNING_PATH, '$1…')
    .replace(KEY, '$1…')
    .trim();
  const letters = [...clean];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : clean;
}

/** The same for every text in a value of JSON. */
export function cleanValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, secrets);
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, cleanValue(one, secrets)]));
}
