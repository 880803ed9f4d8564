/** Character indexes, `to` exclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Text in which equal words look equal. */
export interface NormalText {
  readonly text: string;
  /** The character of the page that each unit of `text` comes from. */
  readonly sources: Uint32Array;
  readonly codes: Uint32Array;
}

/** PDFium's code for a hyphen and line break at the end of a line. */
export const LINE_END_HYPHEN = 2;
const HYPHEN_MARK = '\u0002';
const DROPPED = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cn}]/gu;
const SAME: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u2018-\u201B\u2032\u02BC]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
];
const PART_OF_WORD = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces, where word ends are unknown. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A character for comparison: decomposed, unified quotes and dashes, no white space. */
function normal(character: string): string {
  const unified = SAME.reduce(
    (text, [seen, as]) => text.replace(seen, as),
    character.normalize('NFKD'),
  );
  return unified.replace(DROPPED, '');
}

const fromCode = (code: number): string =>
  code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code);

export function normalText(codes: Uint32Array): NormalText {
  const parts: string[] = [];
  const sources: number[] = [];
  const known = new Map<number, string>([[LINE_END_HYPHEN, HYPHEN_MARK]]);
  for (const [index, code] of codes.entries()) {
    const part = known.get(code) ?? normal(fromCode(code));
    known.set(code, part);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit++) sources.push(index);
  }
  return { text: parts.join(''), sources: Uint32Array.from(sources), codes };
}

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');

function patternOf(characters: readonly string[], flags: string): RegExp {
  const parts = characters.map((one) => (one === '-' ? `[-${HYPHEN_MARK}]` : escaped(one)));
  return new RegExp(parts.join(`${HYPHEN_MARK}?`), flags);
}

/** Two patterns for right-to-left words, which PDFium returns in visual order. */
function patterns(words: string, flags: string): RegExp[] {
  const characters = [...words].flatMap((one) => [...normal(one)]);
  if (characters.length === 0) return [];
  const forwards = patternOf(characters, flags);
  if (!RIGHT_TO_LEFT.test(words)) return [forwards];
  return [forwards, patternOf(characters.reverse(), flags)];
}

const isPartOfWord = (code: number): boolean => {
  if (code === LINE_END_HYPHEN) return true;
  const character = fromCode(code);
  return PART_OF_WORD.test(character) && !WITHOUT_SPACES.test(character);
};

/** Whether two characters, or two units of one character, belong to the same word. */
function areJoined({ codes }: NormalText, before: number | undefined, after: number | undefined) {
  if (before === undefined || after === undefined || after - before > 1) return false;
  return isPartOfWord(codes[before] ?? 0) && isPartOfWord(codes[after] ?? 0);
}

function cutsWord(page: NormalText, from: number, to: number): boolean {
  const { sources } = page;
  const before = from === 0 ? undefined : sources[from - 1];
  return areJoined(page, before, sources[from]) || areJoined(page, sources[to - 1], sources[to]);
}

/**
 * Finds words, in the page's order. Ignores white space, invisible characters, line-end hyphens and
 * kinds of quotes and dashes. Accents matter, and no word is cut.
 */
export function findWords(
  page: NormalText,
  words: string,
  { anyCase }: { readonly anyCase: boolean },
): WordRange[] {
  const found = new Map<number, WordRange>();
  for (const pattern of patterns(words, anyCase ? 'giu' : 'gu')) {
    for (let match = pattern.exec(page.text); match; match = pattern.exec(page.text)) {
      const to = match.index + match[0].length;
      if (cutsWord(page, match.index, to)) {
        pattern.lastIndex = match.index + 1;
        continue;
      }
      const range = {
        from: page.sources[match.index] ?? 0,
        to: (page.sources[to - 1] ?? 0) + 1,
      };
      found.set(range.from, range);
    }
  }
  return [...found.values()].sort((one, other) => one.from - other.from);
}
