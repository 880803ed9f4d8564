import { expect, test } from 'vitest';
import { placementProblem, signerProblem } from '../../../src/cli/signers/signer-problem.ts';
import type { SignerInput } from '../../../src/contract/signer.ts';

const SIGNERS = [{ name: 'Asha Rao' }, { name: 'Ravi Kumar' }];

const PROBLEMS = [
  ['signers[1].phone must be digits only.', 'signer 2 (Ravi Kumar): phone must be digits only'],
  [
    'signers[0].advanced.signaturePlacement.positions[1].width must be a number.',
    'signer 1 (Asha Rao): width of rectangle 2 must be a number',
  ],
  [
    'signers[0].advanced.signaturePlacement.positions names page 1 twice.',
    'signer 1 (Asha Rao): the list of rectangles names page 1 twice',
  ],
  ['signers[7] must be an object.', 'signer 8: must be an object'],
  ['signers must be a list of 1 to 6 signers.', 'signers must be a list of 1 to 6 signers'],
] as const;

test.each(PROBLEMS)('"%s" is reworded as "%s"', (problem, told) => {
  expect(signerProblem(problem, SIGNERS)).toBe(told);
});

function placedOn(page: number): SignerInput {
  const positions = [{ page, x: 72, y: 96, width: 180, height: 120 }];
  const person = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' };
  return { ...person, advanced: { signaturePlacement: { positions } } };
}

const A4 = { width: 595, height: 842 };
const SMALL = { width: 250, height: 842 };

test('a rectangle that is not on a page is a problem where the pages are known', () => {
  expect(placementProblem([placedOn(2), placedOn(3)], [A4, A4])).toBe(
    'signers[1] is placed on page 3, but the document has 2 pages',
  );
  expect(placementProblem([placedOn(2), placedOn(1)], [SMALL, A4])).toBe(
    'signers[1] is placed outside page 1 (250 × 842 points); the document has 2 pages',
  );
  expect(placementProblem([placedOn(2)], [A4, A4])).toBeUndefined();
  expect(placementProblem([placedOn(3)], undefined)).toBeUndefined();
});
