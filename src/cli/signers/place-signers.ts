import type { PageExtent } from '../../contract/check-signers.ts';
import { isRecord } from '../../contract/is-record.ts';
import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageRect } from '../../pdf/reading/blank.ts';
import type {
  LocatedWords,
  WordAnswer,
  WordQuery,
  WordSpot,
} from '../../pdf/reading/words/locate-words.ts';
import { counted } from '../terminal/counted.ts';
import type { GivenPosition, GivenRectangle } from './placement-grammar.ts';
import { isByWords, parsePlacement } from './placement-grammar.ts';
import type { GivenSigner } from './signer-grammar.ts';

/** For two rectangles on the same page. */
export const overlap = (one: PageRect, other: PageRect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** A rectangle, or why there is none, without a full stop. */
type Placed = SignaturePosition | { readonly problem: string };

const isFault = (placed: Placed): placed is { readonly problem: string } => 'problem' in placed;

const SHOWN_HITS = 5;

interface PlacingSurroundings {
  readonly found: LocatedWords;
  readonly taken: readonly SignaturePosition[];
}

function listed({ hits, count }: WordAnswer): string {
  const shown = hits
    .slice(0, SHOWN_HITS)
    .map(({ page, line, text }, at) => `#${at + 1} page ${page}, line ${line} "${text}"`);
  const more = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown, ...more].join('; ');
}

function notChosen({ words, which }: WordQuery, answer: WordAnswer, found: LocatedWords): string {
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
  { side }: WordQuery,
  { page, spots }: NonNullable<WordAnswer['chosen']>,
  taken: readonly SignaturePosition[],
): WordSpot | undefined {
  if (side !== undefined) return spots[0];
  const others = taken.filter((one) => one.page === page);
  return spots.find((spot) => spot.isFree && !others.some((other) => overlap(spot, other)));
}

function noRoom({ words, side, width, height }: WordQuery, page: number): string {
  const size = `${width}x${height}`;
  if (side !== undefined)
    return `there is no room for ${size} ${side === 'right' ? 'to the right of' : side} "${words}" on page ${page}`;
  return `there is no free ${size} below, above or to the right of "${words}" on page ${page}; choose with :below, :above, :right or :over, and look at it with --preview`;
}

function placeByWords(
  wanted: WordQuery,
  answer: WordAnswer,
  { found, taken }: PlacingSurroundings,
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
function unreadFault(found: LocatedWords | undefined): string | undefined {
  if (!found)
    return `no words can be found: the PDF cannot be read, or takes too long; ${COORDINATES}`;
  if (found.textless < found.pages) return undefined;
  const its = found.pages === 1 ? 'its page has' : `its ${counted(found.pages, 'page')} have`;
  return `no words can be found: ${its} no text, which is usual for scans; ${COORDINATES}`;
}

/** In our grammar, or as JSON of the API, whose `placement` may hold rectangles in our grammar. */
export type WrittenSigner = { readonly given: GivenSigner } | { readonly json: unknown };

export interface SignedPdf {
  readonly pages: readonly PageExtent[] | undefined;
  readonly findWords: (wanted: readonly WordQuery[]) => Promise<LocatedWords | undefined>;
}

/** Without a full stop; without `index`, it concerns the whole document. */
export interface PlacingProblem {
  readonly index?: number;
  readonly problem: string;
}

export interface PlacedSigners {
  /** In the API's form, not yet checked. */
  readonly inputs: readonly unknown[];
  readonly problems: readonly PlacingProblem[];
}

/** A signer in the API's form without rectangles, and the rectangles as written. */
interface SplitSigner {
  readonly base: unknown;
  readonly positions: readonly GivenPosition[];
  readonly problem?: string;
}

function splitJson(json: unknown): SplitSigner {
  if (!isRecord(json) || (json.placement ?? null) === null) return { base: json, positions: [] };
  const { placement, ...base } = json;
  const refused = (problem: string) => ({ base, positions: [], problem });
  if (typeof placement !== 'string') return refused('placement is not text');
  if (base.advanced !== undefined) return refused('has both placement and advanced');
  const parsed = parsePlacement(placement);
  return parsed.ok ? { base, positions: parsed.positions } : refused(parsed.problem);
}

function split(signer: WrittenSigner): SplitSigner {
  if ('json' in signer) return splitJson(signer.json);
  const { name, email, phone, positions } = signer.given;
  return { base: { name, phone, email }, positions };
}

const positionsOf = (signers: readonly WrittenSigner[]): GivenPosition[] =>
  signers.flatMap((signer) => split(signer).positions);

export function needsPageCount(signers: readonly WrittenSigner[]): boolean {
  return positionsOf(signers).some((one) => !isByWords(one) && one.page === 'last');
}

/** Whether a rectangle is not on page 1, or must be found by words. */
export function needsPages(signers: readonly WrittenSigner[]): boolean {
  const isElsewhere = (one: GivenPosition) => isByWords(one) || one.page !== 1;
  if (positionsOf(signers).some(isElsewhere)) return true;
  return signers.some(
    (signer) => 'json' in signer && /"page":(?!1[,}])/.test(JSON.stringify(signer.json) ?? ''),
  );
}

export function needsWords(signers: readonly WrittenSigner[]): boolean {
  return positionsOf(signers).some(isByWords);
}

function withRectangles(base: unknown, positions: readonly SignaturePosition[]): unknown {
  if (positions.length === 0 || !isRecord(base)) return base;
  return { ...base, advanced: { signaturePlacement: { positions } } };
}

const byCoordinates = (position: GivenRectangle, pages: number): SignaturePosition => ({
  ...position,
  page: position.page === 'last' ? pages : position.page,
});

/** Replaces words by rectangles that avoid each other and those given by coordinates. */
function placeWords(
  signers: readonly SplitSigner[],
  pages: number,
  found: LocatedWords,
): readonly Placed[] {
  const positions = signers.flatMap((signer) => signer.positions);
  const taken = positions.flatMap((one) => (isByWords(one) ? [] : [byCoordinates(one, pages)]));
  const wanted = positions.filter(isByWords);
  return found.answers.flatMap((answer, at) => {
    const words = wanted[at];
    if (!words) return [];
    const placed = placeByWords(words, answer, { found, taken });
    if (!isFault(placed)) taken.push(placed);
    return [placed];
  });
}

/** Resolves all signers' rectangles. Without `pdf`, only coordinates on numbered pages work. */
export async function placeSigners(
  signers: readonly WrittenSigner[],
  pdf?: SignedPdf,
): Promise<PlacedSigners> {
  const parts = signers.map(split);
  const pages = pdf?.pages?.length ?? 0;
  const wanted = parts.flatMap(({ positions }) => positions.filter(isByWords));
  const found = wanted.length > 0 ? await pdf?.findWords(wanted) : undefined;
  const unread = wanted.length > 0 ? unreadFault(found) : undefined;
  const placed = (found && !unread ? placeWords(parts, pages, found) : []).values();
  const problems: PlacingProblem[] = unread === undefined ? [] : [{ problem: unread }];
  const inputs = parts.map(({ base, positions, problem }, index) => {
    const all = positions
      .map((one) => (isByWords(one) ? placed.next().value : byCoordinates(one, pages)))
      .filter((one) => one !== undefined);
    if (problem !== undefined) problems.push({ index, problem });
    problems.push(...all.filter(isFault).map((fault) => ({ index, problem: fault.problem })));
    const rectangles = all.flatMap((one) => (isFault(one) ? [] : [one]));
    return withRectangles(base, rectangles);
  });
  return { inputs, problems };
}
