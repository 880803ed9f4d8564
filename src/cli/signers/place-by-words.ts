import type { SignaturePosition } from '../../contract/placement.ts';
import { counted } from '../terminal/counted.ts';
import { overlap } from './overlap.ts';
import type { FoundWords, WordPlaces, WordSpot, WordsToFind } from './word-places.ts';

/** A rectangle, or why there is none, without a full stop. */
export type Placed = SignaturePosition | { readonly problem: string };

export const isFault = (placed: Placed): placed is { readonly problem: string } =>
  'problem' in placed;

const SHOWN_HITS = 5;

interface Surroundings {
  readonly found: FoundWords;
  readonly taken: readonly SignaturePosition[];
}

function listed({ hits, count }: WordPlaces): string {
  const shown = hits
    .slice(0, SHOWN_HITS)
    .map(({ page, line, text }, at) => `#${at + 1} page ${page}, line ${line} "${text}"`);
  const more = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown, ...more].join('; ');
}

function notChosen({ words, which }: WordsToFind, answer: WordPlaces, found: FoundWords): string {
  const { count } = answer;
  const { pages, textless } = found;
  const unread = textless > 0 ? `; ${textless} of ${pages} pages have no text` : '';
  if (count === 0) return `"${words}" was not found in the text of the document${unread}`;
  const times = count === 1 ? 'only once' : `${count} times`;
  if (which !== undefined)
    return `"${words}" is in the document ${times}, without #${which}: ${listed(answer)}`;
  return `"${words}" is in the document ${times}; add # and a number, or #last: ${listed(answer)}`;
}

/** The spot on the requested side, otherwise the first free one. */
function spotOf(
  { side }: WordsToFind,
  { page, spots }: NonNullable<WordPlaces['chosen']>,
  taken: readonly SignaturePosition[],
): WordSpot | undefined {
  if (side !== undefined) return spots[0];
  const others = taken.filter((one) => one.page === page);
  return spots.find((spot) => spot.isFree && !others.some((other) => overlap(spot, other)));
}

function noRoom({ words, side, width, height }: WordsToFind, page: number): string {
  const size = `${width}x${height}`;
  if (side !== undefined)
    return `there is no room for ${size} ${side === 'right' ? 'to the right of' : side} "${words}" on page ${page}`;
  return `there is no free ${size} below, above or to the right of "${words}" on page ${page}; choose with :below, :above, :right or :over, and look at it with --preview`;
}

export function placeByWords(
  wanted: WordsToFind,
  answer: WordPlaces,
  { found, taken }: Surroundings,
): Placed {
  if (!answer.chosen) return { problem: notChosen(wanted, answer, found) };
  const { page } = answer.chosen;
  const spot = spotOf(wanted, answer.chosen, taken);
  if (!spot) return { problem: noRoom(wanted, page) };
  const { x, y, width, height } = spot;
  return { page, x, y, width, height };
}

const COORDINATES = 'give coordinates: @PAGE:X,Y,WIDTHxHEIGHT';

/** Why no words can be found in a document; undefined if they can. */
export function unreadFault(found: FoundWords | undefined): string | undefined {
  if (!found)
    return `no words can be found: the PDF cannot be read, or takes too long; ${COORDINATES}`;
  if (found.textless < found.pages) return undefined;
  const its = found.pages === 1 ? 'its page has' : `its ${counted(found.pages, 'page')} have`;
  return `no words can be found: ${its} no text, which is usual for scans; ${COORDINATES}`;
}
