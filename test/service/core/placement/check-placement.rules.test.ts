import { expect, test } from 'vitest';
import type { SignaturePosition } from '../../../../src/contract/placement.ts';
import { placementProblem } from '../../../../src/service/core/documents/add-signers.ts';
import type { PageSize } from '../../../../src/service/core/documents/document.rules.ts';
import { aSigner } from '../../ports/store-builders.ts';

const A4: PageSize = { width: 595, height: 842, rotate: 0 };

test.each<[string, SignaturePosition, string | undefined]>([
  ['at the very edge', { page: 1, x: 455, y: 732, width: 140, height: 110 }, undefined],
  ['half a point outside', { page: 1, x: 455.5, y: 732.5, width: 140, height: 110 }, undefined],
  ['further right', { page: 1, x: 455.6, y: 0, width: 140, height: 110 }, 'outside page 1'],
  ['further up', { page: 1, x: 0, y: 732.6, width: 140, height: 110 }, 'outside page 1'],
  ['left of the page', { page: 1, x: -0.6, y: 0, width: 140, height: 110 }, 'outside page 1'],
  ['below the page', { page: 1, x: 0, y: -0.6, width: 140, height: 110 }, 'outside page 1'],
  ['on a page that is not there', { page: 2, x: 0, y: 0, width: 140, height: 110 }, 'has 1 page'],
])('a rectangle %s', (_, position, problem) => {
  const found = placementProblem([A4], [aSigner(1, { positions: [position] })]);
  if (problem) expect(found).toContain(problem);
  else expect(found).toBeUndefined();
});

test('a signer without a rectangle is no problem', () => {
  expect(placementProblem([A4], [aSigner(1)])).toBeUndefined();
});
