import type { AnswerHeaders } from './transport.ts';

/**
 * Headers as name, value, name, value … into a record without a prototype, names in lower case, repeated ones joined
 * with `, `. A name such as `__proto__` is a name like any other.
 */
export function joinHeaders(raw: readonly string[]): AnswerHeaders {
  const joined: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  }
  return joined;
}
