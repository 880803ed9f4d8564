/*
 * Characters that untrusted text must not bring along, as character classes for regular expressions with the `u` flag.
 * The joiners U+200C and U+200D are in none of them: Indic scripts need them.
 */

/** Control characters, which break lines and start terminal escapes, and halves of surrogate pairs. */
const CONTROLS = String.raw`\p{Cc}\p{Cs}`;

/** Marks, overrides and isolates that change the direction of text (UAX #9). */
export const DIRECTION_MARKS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** Everything that breaks lines, starts escapes or changes the direction of text. */
const UNSAFE = String.raw`${CONTROLS}\u2028\u2029${DIRECTION_MARKS}`;

/** The same and invisible format characters, tag characters included, which make different texts look alike. */
export const UNSAFE_OR_INVISIBLE = String.raw`${UNSAFE}\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;

const ANY_CONTROL = new RegExp(`[${CONTROLS}]`, 'u');
const EVERY_UNSAFE = new RegExp(`[${UNSAFE}]`, 'gu');

/** True for text with control characters or halves of surrogate pairs, which a name must not hold. */
export function hasControls(text: string): boolean {
  return ANY_CONTROL.test(text);
}

const ANY_UNSAFE = new RegExp(`[${UNSAFE}]`, 'u');

/** True for text with control characters, line separators or direction marks. */
export const hasUnsafe = (text: string): boolean => ANY_UNSAFE.test(text);

/** Replaces control characters, line separators and direction marks with spaces. */
export function withoutUnsafe(text: string): string {
  return text.replace(EVERY_UNSAFE, ' ');
}
