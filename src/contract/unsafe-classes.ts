/*
 * Characters that untrusted text must not contain, as character classes for regular expressions
 * with the `u` flag. None includes the joiners U+200C and U+200D: Indic scripts need them.
 */

/** Control characters, which break lines and start terminal escapes, and surrogate halves. */
export const CONTROLS = String.raw`\p{Cc}\p{Cs}`;

/** Marks, overrides and isolates that change the direction of text (UAX #9). */
export const DIRECTION_MARKS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** Everything that breaks lines, starts escapes or changes the direction of text. */
export const UNSAFE = String.raw`${CONTROLS}\u2028\u2029${DIRECTION_MARKS}`;

/** Adds invisible format and tag characters, which make different texts look alike. */
export const UNSAFE_OR_INVISIBLE = String.raw`${UNSAFE}\u00ad\u180e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}`;
