import type { SignaturePosition } from '../../contract/placement.ts';
import type { PageExtent } from '../../contract/rectangle-problem.ts';
import { isRecord } from '../input/is-record.ts';
import type { Placed } from './place-by-words.ts';
import { isFault, placeByWords, unreadFault } from './place-by-words.ts';
import type { GivenPosition, GivenRectangle } from './placement-grammar.ts';
import { isByWords, parsePlacement } from './placement-grammar.ts';
import type { GivenSigner } from './signer-grammar.ts';
import type { FoundWords, WordsToFind } from './word-places.ts';

/** In our grammar, or as JSON of the API, whose `placement` may hold rectangles in our grammar. */
export type WrittenSigner = { readonly given: GivenSigner } | { readonly json: unknown };

export interface SignedPdf {
  readonly pages: readonly PageExtent[] | undefined;
  readonly findWords: (wanted: readonly WordsToFind[]) => Promise<FoundWords | undefined>;
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
  found: FoundWords,
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
