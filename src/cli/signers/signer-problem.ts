import type { SignerInput } from '../../contract/signer.ts';
import { counted } from '../terminal/counted.ts';

const SIGNER = /^signers\[(\d+)\]\.?(?=\S|\s)/;
const FIELD_OF_RECTANGLE = /^advanced\.signaturePlacement\.positions\[(\d+)\]\.(\w+)/;
const RECTANGLES = /^advanced\.signaturePlacement\.positions/;

const nameOf = (signer: unknown): string =>
  typeof signer === 'object' && signer !== null && 'name' in signer ? `${signer.name}` : '';

/** Rewords a problem of the contract in terms of signers and rectangles. */
export function signerProblem(problem: string, signers: readonly unknown[]): string {
  const [whole, index] = SIGNER.exec(problem) ?? [];
  if (whole === undefined) return problem.replace(/\.$/, '');
  const name = nameOf(signers[Number(index)]);
  const who = `signer ${Number(index) + 1}${name ? ` (${name})` : ''}`;
  const what = problem
    .slice(whole.length)
    .replace(FIELD_OF_RECTANGLE, (_, at, field) => `${field} of rectangle ${Number(at) + 1}`)
    .replace(RECTANGLES, 'the list of rectangles')
    .replace(/\.$/, '');
  return `${who}: ${what.trim()}`;
}

/** The first rectangle on a page the document does not have, as a problem. */
export function beyondLastPage(
  signers: readonly SignerInput[],
  pages = Number.POSITIVE_INFINITY,
): string | undefined {
  for (const [index, { advanced }] of signers.entries()) {
    const beyond = advanced?.signaturePlacement?.positions.find(({ page }) => page > pages);
    if (beyond)
      return `signers[${index}] is placed on page ${beyond.page}, but the document has ${counted(pages, 'page')}`;
  }
  return undefined;
}
