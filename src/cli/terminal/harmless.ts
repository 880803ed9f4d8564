// Control characters by their category (C0, C1, DEL), line and paragraph separators, and characters that change direction
// or are not seen. The joiners U+200C and U+200D stay: Indic scripts are not written without them
const HARMFUL =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const shown = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Text from elsewhere as it may stand on a terminal: escapes, controls and bidirectional overrides show as `\u{1b}`. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, shown);
}

/** The same for text of several lines: line breaks and tabs stay. */
export function harmlessLines(text: string): string {
  return text.replace(HARMFUL, (character) =>
    character === '\n' || character === '\t' ? character : shown(character),
  );
}
