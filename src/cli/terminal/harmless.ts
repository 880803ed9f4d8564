// Control characters (C0, C1, DEL), line and paragraph separators, direction changes and invisible characters. The
// joiners U+200C and U+200D are allowed: Indic scripts need them
const HARMFUL =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const shown = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Escapes control and direction characters of untrusted text for a terminal, as `\u{1b}`. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, shown);
}

/** The same, but keeps line breaks and tabs. */
export function harmlessLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t' ? character : shown(character),
  );
}
