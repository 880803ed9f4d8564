import type { PageRect } from './blank.ts';
import { isDisplayed } from './displayed.ts';
import type { OpenPage } from './open-pages.ts';
import { readPages } from './open-pages.ts';
import type { PageText } from './page-text.ts';
import { readText } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';
import type { PdfSource } from './survey.ts';
import { LINE_END_HYPHEN } from './words/find-words.ts';

/** Words side by side and where they are, in points from the page's top left. */
export type TextPiece = readonly [
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  /** Quarter turns clockwise; upright if missing. */
  turns?: number,
];

/** The text of a page, line by line. A hyphenated line ends with its hyphen. */
export interface PageLines {
  readonly lines: readonly (readonly TextPiece[])[];
  /** Some words lack characters; U+FFFD stands for those. */
  readonly hasGaps: boolean;
}

export type LinesJob = PdfSource & { readonly pages: readonly number[] };

/** A character as displayed. Spaces that PDFium adds have no box. */
interface Character {
  readonly text: string;
  readonly box: PageRect | undefined;
  readonly index: number;
}

const MOST_CHARACTERS = 20_000;
const MOST_PIECES = 3000;
/** Of all pages, in characters; a piece counts as some more, for its box. */
const MOST_AT_ONCE = 600_000;
const PIECE = 20;
const LINE_FEED = 10;
const RETURN = 13;
const UNKNOWN = '\uFFFD';
/** Control and private characters, halves of pairs, and those that stand for nothing. */
const MEANINGLESS = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\uFFFD]/u;
const SPACE = /^\s$/u;
const MARK = /^\p{M}/u;
/** Devanagari to Sinhala: PDFium adds spaces between the syllables of their words. */
const INDIC = /[\u0900-\u0DFF]/u;
/** Farther apart than this many spaces, words belong to different columns. */
const FAR_SPACES = 3;

const characterOf = (code: number): string => {
  if (code === LINE_END_HYPHEN) return '-';
  const character = code > 0x10ffff ? UNKNOWN : String.fromCodePoint(code);
  if (SPACE.test(character)) return ' ';
  return MEANINGLESS.test(character) ? UNKNOWN : character;
};

/** Undefined for what is not displayed. */
function letterAt(
  page: OpenPage,
  { codes, boxOf }: PageText,
  index: number,
): Character | undefined {
  const text = characterOf(codes[index] ?? 0);
  const box = boxOf(index);
  if (box && box.width * box.height > 0)
    return isDisplayed(page, box) ? { text, box, index } : undefined;
  return text === ' ' ? { text, box: undefined, index } : undefined;
}

function linesOf(page: OpenPage, text: PageText): Character[][] {
  const lines: Character[][] = [[]];
  for (const [index, code] of text.codes.entries()) {
    const letter = code === LINE_FEED || code === RETURN ? undefined : letterAt(page, text, index);
    if (letter) lines.at(-1)?.push(letter);
    if (code === LINE_FEED || code === LINE_END_HYPHEN) lines.push([]);
  }
  return lines;
}

/** Between two boxes, across or down. */
function gapOf(one: PageRect, other: PageRect): number {
  const across = Math.max(other.x - one.x - one.width, one.x - other.x - other.width);
  const down = Math.max(other.y - one.y - one.height, one.y - other.y - other.height);
  return Math.max(across, down);
}

interface Joint {
  readonly before: Character | undefined;
  readonly after: Character;
  readonly hasAddedSpace: boolean;
  /** Width of the last real space. */
  readonly space: number | undefined;
}

function between({ before, after, hasAddedSpace, space }: Joint): 'column' | 'space' | 'nothing' {
  if (!before?.box || !after.box) return 'nothing';
  const far = space === undefined ? after.box.height : FAR_SPACES * space;
  if (gapOf(before.box, after.box) > far) return 'column';
  if (!hasAddedSpace || MARK.test(after.text)) return 'nothing';
  const isSyllable = space !== undefined && INDIC.test(before.text) && INDIC.test(after.text);
  return isSyllable ? 'nothing' : 'space';
}

const spaceIn = ({ text, box }: Character): number | undefined =>
  text === ' ' ? box?.width : undefined;

/** Splits a line into pieces where columns end, and drops spaces that are none. */
function piecesIn(line: readonly Character[], known: number | undefined): Character[][] {
  const pieces: Character[][] = [[]];
  let space = known;
  let before: Character | undefined;
  let added: Character | undefined;
  for (const letter of line) {
    if (!letter.box) {
      added = letter;
      continue;
    }
    space = spaceIn(letter) ?? space;
    const joint = between({ before, after: letter, hasAddedSpace: added !== undefined, space });
    if (joint === 'column') pieces.push([]);
    if (joint === 'space' && added) pieces.at(-1)?.push(added);
    pieces.at(-1)?.push(letter);
    before = letter;
    added = undefined;
  }
  return pieces;
}

/** Fonts may reserve room for more than a line: pieces would cover their neighbours. */
const MOST_SIZES = 1.4;

const spare = (thickness: number, most: number): number =>
  most > 0 ? Math.max(thickness - most, 0) : 0;

const tenths = (points: number): number => Math.round(points * 10) / 10;

/** Fonts from before Unicode, which show Latin codes as letters of an Indian script. */
const LEGACY_FONT =
  /kruti|devlys|chanakya|shusha|shree-?(dev|lip)|dvb?w?-?tt|aps-?c?-?dv|bamini|sutonnymj|terafont|lmg-arun|drchatrik/i;

/** Words in such fonts would be read as other words. */
function wordsIn(letters: readonly Character[], text: PageText): string {
  let isLegacy = false;
  const read = letters.map((letter, at) => {
    if (letter.text === ' ') return ' ';
    const isFirst = (letters[at - 1]?.text ?? ' ') === ' ';
    if (isFirst) isLegacy = LEGACY_FONT.test(text.fontOf(letter.index));
    return isLegacy && !INDIC.test(letter.text) ? UNKNOWN : letter.text;
  });
  return read.join('').normalize('NFC');
}

function pieceOf(letters: readonly Character[], { height }: OpenPage, text: PageText): TextPiece[] {
  const said = wordsIn(letters, text).replace(/\s+/gu, ' ').trim();
  const boxes = letters.flatMap(({ box, text: one }) => (box && one !== ' ' ? [box] : []));
  const first = letters.find((letter) => letter.text !== ' ');
  if (said === '' || !first) return [];
  const left = Math.min(...boxes.map(({ x }) => x));
  const bottom = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const top = Math.max(...boxes.map((box) => box.y + box.height));
  const turns = text.turnsOf(first.index);
  const most = MOST_SIZES * text.sizeOf(first.index);
  const [across, down] =
    turns % 2 === 0 ? [0, spare(top - bottom, most)] : [spare(right - left, most), 0];
  const box = [
    left + across / 2,
    height - top + down / 2,
    right - left - across,
    top - bottom - down,
  ].map(tenths);
  const [x = 0, y = 0, wide = 0, high = 0] = box;
  return [turns === 0 ? [said, x, y, wide, high] : [said, x, y, wide, high, turns]];
}

/** A lone symbol may have no meaning. A word with one, or that begins with a mark, is broken. */
const isBroken = (word: string): boolean =>
  MARK.test(word) || (word.includes(UNKNOWN) && [...word].length > 1);

/** The share of broken words above which the rest is no help. */
const MOST_BROKEN = 0.25;

/** How far words can be read: `none` of them if too many are broken. */
export function legibility(text: string): 'all' | 'some' | 'none' {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const broken = words.filter(isBroken).length;
  if (broken === 0) return 'all';
  return broken > words.length * MOST_BROKEN ? 'none' : 'some';
}

/** Null for a page with text that cannot be read, or too much of it. */
function linesOn(page: OpenPage): PageLines | null {
  return readText(page, (text) => {
    if (text.codes.length > MOST_CHARACTERS) return null;
    const letters = linesOf(page, text);
    const space = letters
      .flat()
      .map(spaceIn)
      .find((width) => width !== undefined);
    const lines = letters
      .map((line) => piecesIn(line, space).flatMap((one) => pieceOf(one, page, text)))
      .filter((line) => line.length > 0);
    const pieces = lines.flat();
    if (pieces.length > MOST_PIECES) return null;
    const read = legibility(pieces.map(([words]) => words).join(' '));
    return read === 'none' ? null : { lines, hasGaps: read === 'some' };
  });
}

/**
 * Null for pages whose text cannot be read. Undefined if PDFium cannot open them. Throws if PDFium
 * runs out of memory.
 */
export function readPageLines(
  pdfium: Pdfium,
  { bytes, pages }: { readonly bytes: Uint8Array; readonly pages: readonly number[] },
): (PageLines | null)[] | undefined {
  let room = MOST_AT_ONCE;
  return readPages(pdfium, { bytes, numbers: pages }, (page) => {
    const read = room > 0 ? linesOn(page) : null;
    const pieces = read?.lines.flat() ?? [];
    room -= pieces.reduce((sum, [text]) => sum + PIECE + text.length, 0);
    return room > 0 ? read : null;
  });
}
