import { expect, test } from 'vitest';
import type { SignaturePosition } from '../../../../src/contract/placement.ts';
import type { PageSize } from '../../../../src/service/core/documents/document.rules.ts';
import {
  arrangeSignatures,
  needsPlace,
  placementsOf,
} from '../../../../src/service/core/placement/arrange-signatures.rules.ts';
import { aBlank } from '../../../support/pdf/a-blank.ts';
import { aSigner } from '../../ports/store-builders.ts';

const A4: PageSize = { width: 595, height: 842, rotate: 0 };
const FULL = aBlank(A4, [{ x: 0, y: 0, ...A4 }]);
const REQUESTED: SignaturePosition[] = [
  { page: 2, x: 20, y: 20, width: 200, height: 120 },
  { page: 1, x: 20, y: 20, width: 140, height: 110 },
];
const signers = [aSigner(1), aSigner(2, { positions: REQUESTED }), aSigner(3)];
const document = { pages: [A4, A4], signers };

const placed = (arrangement: ReturnType<typeof arrangeSignatures>) =>
  arrangement.placements.map(({ signingOrder, positions }) => [
    signingOrder,
    ...positions.map(({ page, x, y }) => `${page}:${x},${y}`),
  ]);

test('signers without a rectangle share the white space of the last page, others keep theirs', () => {
  const arrangement = arrangeSignatures(document, aBlank(A4));
  expect(placed(arrangement)).toEqual([
    [1, '2:228,56'],
    [2, '2:20,20', '1:20,20'],
    [3, '2:378,56'],
  ]);
  expect(arrangement.pages).toEqual([A4, A4]);
  expect(arrangement.signaturePage).toBeUndefined();
});

test.each([
  ['is full', FULL],
  ['could not be surveyed', undefined],
])('if the last page %s, they all go to a signature page', (_, blank) => {
  const arrangement = arrangeSignatures(document, blank);
  expect(placed(arrangement)).toEqual([
    [1, '3:48,612'],
    [2, '2:20,20', '1:20,20'],
    [3, '3:198,612'],
  ]);
  expect(arrangement.pages).toEqual([A4, A4, A4]);
  expect(arrangement.signaturePage).toEqual(A4);
});

test('no page is added if every signer has a rectangle', () => {
  const own = { ...document, signers: signers.slice(1, 2) };
  expect(needsPlace(own)).toBe(false);
  expect(arrangeSignatures(own, undefined)).toMatchObject({
    pages: [A4, A4],
    signaturePage: undefined,
  });
});

test('a document keeps the placements that were stored when it was sent', () => {
  const { placements } = arrangeSignatures(document, undefined);
  expect(placementsOf({ ...document, placements })).toBe(placements);
});

test('a document that was sent before placements were stored keeps its default slots', () => {
  const before = placementsOf({ ...document, placements: null });
  expect(before.map(({ positions }) => positions[0])).toEqual([
    { page: 2, x: 340, y: 36, width: 140, height: 110 },
    REQUESTED[0],
    { page: 2, x: 36, y: 158, width: 140, height: 110 },
  ]);
});
