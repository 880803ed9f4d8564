import type { PlacedSigner, Signer } from '../documents/document.rules.ts';
import type { Arrangement } from './arrange-signatures.rules.ts';
import type { BlankPage } from './place-block.rules.ts';
import { blankCheck, touches } from './place-block.rules.ts';

/** `page` counts from 1. */
export type SurveyedPage = BlankPage & { readonly page: number };

const AGAIN = 'Create the document again';

/** True if a signature would cover content or another signature; unknown for unsurveyed pages. */
function covers(
  { positions: [own] }: PlacedSigner,
  others: readonly PlacedSigner[],
  blanks: readonly SurveyedPage[],
): boolean {
  if (own === undefined) return false;
  const blank = blanks.find(({ page }) => page === own.page);
  const isOnOther = others
    .flatMap(({ positions }) => positions)
    .some((other) => other.page === own.page && touches(own, other));
  return isOnOther || (blank !== undefined && !blankCheck(blank)(own));
}

/**
 * Why a document that was signed before cannot be signed, in words; undefined if it can. No page
 * may be added, each signer gets one rectangle, and none may cover what was signed, which would put
 * the existing signatures in doubt.
 */
export function keptProblem(
  signers: readonly Pick<Signer, 'signerId' | 'name'>[],
  { placements, signaturePage }: Arrangement,
  blanks: readonly SurveyedPage[],
): string | undefined {
  if (signaturePage) {
    return `The PDF is already signed, so that no page can be added to it, and its last page has no white space for the signatures. ${AGAIN}, with a placement on white space for each signer.`;
  }
  for (const placed of placements) {
    const name = signers.find(({ signerId }) => signerId === placed.signerId)?.name ?? '';
    const who = `Signer ${placed.signingOrder} (${name})`;
    const { length } = placed.positions;
    if (length > 1) {
      return `${who} has ${length} placements, but in a PDF that is already signed each signer can have one. ${AGAIN}, with one placement for each.`;
    }
    const others = placements.filter((other) => other !== placed);
    if (covers(placed, others, blanks)) {
      const page = placed.positions[0]?.page;
      return `${who} would sign over something on page ${page}, but a PDF that is already signed can only be signed on white space. ${AGAIN}, with a placement on white space, or with none.`;
    }
  }
  return undefined;
}
