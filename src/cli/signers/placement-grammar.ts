import { LIMITS } from '../../contract/limits.ts';
import type { SignaturePosition } from '../../contract/placement.ts';
import type { Side } from '../../pdf/reading/words/beside-words.ts';
import type { WordQuery } from '../../pdf/reading/words/locate-words.ts';

export type GivenRectangle = Omit<SignaturePosition, 'page'> & { readonly page: number | 'last' };

export type GivenPosition = GivenRectangle | WordQuery;

export const isByWords = (position: GivenPosition): position is WordQuery => 'words' in position;

export type ParsedPlacement =
  | { readonly ok: true; readonly positions: readonly GivenPosition[] }
  | { readonly ok: false; readonly problem: string };

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const SIZE = String.raw`(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)`;
const RECTANGLE = new RegExp(String.raw`^@(\d+|last):(${NUMBER}),(${NUMBER}),${SIZE}$`, 'i');
/** Spreadsheets and word processors make quotation marks typographic. */
const QUOTED = `(?:"([^"]+)"|'([^']+)'|“([^“”]+)”|‘([^‘’]+)’)`;
const WORDS = new RegExp(
  String.raw`^@text:${QUOTED}(?:#([1-9]\d*|last))?(?::(below|above|right|over))?(?:,${SIZE})?$`,
  'i',
);
/** A rectangle ends at white space outside quotation marks. */
const ONE = /(?:"[^"]*"|“[^“”]*”|(?<=@text:)'[^']*'|(?<=@text:)‘[^‘’]*’|\S)+/gi;

const RECTANGLE_FORM = '@PAGE:X,Y,WIDTHxHEIGHT';
const WORDS_FORM =
  '@text:"WORDS", then #NUMBER or #last, :below, :above, :right or :over, and ,WxH';

const UNQUOTED = '; put the whole signer in single quotes, or the shell removes the double ones';

function parseRectangle(text: string): GivenRectangle | undefined {
  const match = RECTANGLE.exec(text);
  if (!match) return undefined;
  const [, page = '', x, y, width, height] = match;
  return {
    page: page.toLowerCase() === 'last' ? 'last' : Number(page),
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  };
}

const SIDES: readonly Side[] = ['below', 'above', 'right', 'over'];

function numberOf(which: string | undefined): number | 'last' | undefined {
  if (which === undefined) return undefined;
  return which.toLowerCase() === 'last' ? 'last' : Number(which);
}

function parseWords(text: string): WordQuery | string {
  const match = WORDS.exec(text);
  if (!match) {
    const advice = /^@text:["'“‘]/i.test(text) ? '' : UNQUOTED;
    return `"${text}" is not in the form ${WORDS_FORM}${advice}`;
  }
  const [, plain, single, curly, curlySingle, which, side, width, height] = match;
  const words = plain ?? single ?? curly ?? curlySingle ?? '';
  if (words.trim() === '') return `"${text}" names no words`;
  const size = {
    width: width === undefined ? LIMITS.placementWidth : Number(width),
    height: height === undefined ? LIMITS.placementHeight : Number(height),
  };
  if (size.width < LIMITS.placementWidth || size.height < LIMITS.placementHeight)
    return `"${text}" is smaller than ${LIMITS.placementWidth}x${LIMITS.placementHeight}, the minimum`;
  return {
    words,
    which: numberOf(which),
    side: SIDES.find((one) => one === side?.toLowerCase()),
    ...size,
  };
}

/** Parses rectangles separated by spaces: `@1:72,96,180x120 @text:"For the Lessee"`. */
export function parsePlacement(text: string): ParsedPlacement {
  const positions: GivenPosition[] = [];
  for (const [one] of text.matchAll(ONE)) {
    const position = /^@text\b/i.test(one)
      ? parseWords(one)
      : (parseRectangle(one) ?? `"${one}" is not a rectangle in the form ${RECTANGLE_FORM}`);
    if (typeof position === 'string') return { ok: false, problem: position };
    positions.push(position);
  }
  return { ok: true, positions };
}
