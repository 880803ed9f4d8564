import { UNSAFE_OR_INVISIBLE } from '../../../contract/unsafe-classes.ts';

/** Errors of a spreadsheet in any of its languages, as `#REF!`. */
const ERROR = /^#(?:N\/A|[\p{Lu}\d/]+[!?])$/u;

const MEANT: Readonly<Record<string, string>> = {
  '#REF!': 'its formula refers to a cell that is gone',
  '#N/A': 'its formula looked something up and did not find it',
  '#NAME?': 'its formula names something unknown',
  '#VALUE!': 'its formula was given a value of the wrong kind',
  '#DIV/0!': 'its formula divides by zero',
};

/** Names an error value such as `#REF!`, without a full stop. */
export function spreadsheetProblem(value: string): string | undefined {
  if (/^#{2,}$/.test(value))
    return 'is no value: the column was too narrow to show it when the file was saved';
  if (!ERROR.test(value)) return undefined;
  const why = MEANT[value];
  return `is an error of the spreadsheet${why === undefined ? '' : `: ${why}`}`;
}

const INVISIBLE = new RegExp(`[${UNSAFE_OR_INVISIBLE}\\u00a0\\u2007\\u202f]`, 'gu');

const NAMES: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\n': 'a line break',
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero width space',
  '\u200e': 'a left-to-right mark',
  '\u200f': 'a right-to-left mark',
  '\u2060': 'a word joiner',
  '\ufeff': 'a byte order mark',
};

const spelled = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${NAMES[character] ?? 'an invisible character'} (U+${point})`;
};

/** Names invisible characters in a faulty cell, as words that follow the problem; or empty. */
export function overlooked(value: string): string {
  const found = [...new Set(value.match(INVISIBLE) ?? [])].map(spelled);
  const hidden = found.length === 0 ? '' : `; it holds ${found.join(' and ')}`;
  const isQuoted = /^['\u2019]/.test(value);
  return isQuoted ? `; it begins with an apostrophe, the mark of text${hidden}` : hidden;
}
