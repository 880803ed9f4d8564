import type { PageExtent } from '../../contract/check-signers.ts';
import { rectangleProblem } from '../../contract/check-signers.ts';
import { isRecord } from '../../contract/is-record.ts';
import type { SignerInput } from '../../contract/signer.ts';

const SIGNER = /^signers\[(\d+)\]\.?(?=\S|\s)/;
const FIELD_OF_RECTANGLE = /^advanced\.signaturePlacement\.positions\[(\d+)\]\.(\w+)/;
const RECTANGLES = /^advanced\.signaturePlacement\.positions/;

const nameOf = (signer: unknown): string =>
  isRecord(signer) && 'name' in signer ? `${signer.name}` : '';

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

/** The first rectangle not on a page, as a problem; undefined also if the pages are unknown. */
export function placementProblem(
  signers: readonly SignerInput[],
  pages: readonly PageExtent[] | undefined,
): string | undefined {
  if (pages === undefined) return undefined;
  for (const [index, { advanced }] of signers.entries()) {
    const positions = advanced?.signaturePlacement?.positions ?? [];
    const problems = positions.map((position) => rectangleProblem(position, pages));
    const found = problems.find((problem) => problem !== undefined);
    if (found !== undefined) return `signers[${index}] ${found}`;
  }
  return undefined;
}
