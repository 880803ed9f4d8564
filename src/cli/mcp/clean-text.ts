import { UNSAFE_OR_INVISIBLE } from '../../contract/unsafe-characters.ts';

/** Invisible characters, variation selectors and tags: text can be hidden in them. */
const UNSEEN = new RegExp(`[${UNSAFE_OR_INVISIBLE}\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]+`, 'gu');
const ADDRESS = /\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>]*)[/?#]\S*/gi;
const SIGNING_PATH = /(\/sign\/)[\w-]{6,}/gi;
const KEY = /\b((?:sk|whsec)_)[\w-]{4,}/gi;
/** Longer than any name the service accepts. */
const LONGEST = 1000;
const HIDDEN = '[hidden]';

/** Removes invisible characters, keys and secrets; cuts links to hosts, text to 1000 characters. */
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

export function cleanValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return cleanText(value, secrets);
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, cleanValue(one, secrets)]));
}
