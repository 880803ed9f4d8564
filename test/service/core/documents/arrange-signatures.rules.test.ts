import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignaturePosition } from '../../../../src/contract/placement.ts';
import { placementProblem } from '../../../../src/service/core/documents/add-signers.ts';
import {
  arrangeSignatures,
  needsPlace,
  placeInDefaultSlots,
  placementsOf,
} from '../../../../src/service/core/documents/arrange-signatures.rules.ts';
import type { PageSize } from '../../../../src/service/core/documents/document.rules.ts';
import { touches } from '../../../../src/service/core/documents/place-block.rules.ts';
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
const someone = (signingOrder: number, positions: SignaturePosition[] | null = null) => ({
  signerId: `sgn_${signingOrder}`,
  name: `Signer ${signingOrder}`,
  signingOrder,
  positions,
});
const six = [1, 2, 3, 4, 5, 6].map((order) => someone(order));

test('six signers without a placement get the foot of the last page, three across and two up', () => {
  const placed = placeInDefaultSlots([A4, A4], six).flatMap(({ positions }) => positions);
  expect(placed).toEqual([
    { page: 2, x: 36, y: 36, width: 140, height: 110 },
    { page: 2, x: 188, y: 36, width: 140, height: 110 },
    { page: 2, x: 340, y: 36, width: 140, height: 110 },
    { page: 2, x: 36, y: 158, width: 140, height: 110 },
    { page: 2, x: 188, y: 158, width: 140, height: 110 },
    { page: 2, x: 340, y: 158, width: 140, height: 110 },
  ]);
});

test('a default slot moves out of the way of a placement that was asked for, also of a later signer', () => {
  const asked = { page: 1, x: 30, y: 30, width: 200, height: 120 };
  const [first] = placeInDefaultSlots([A4], [someone(1), someone(2, [asked])]);
  expect(first?.positions).toEqual([{ page: 1, x: 340, y: 36, width: 140, height: 110 }]);
});

test('default slots go to the page before when the last one is taken', () => {
  const whole = { page: 2, x: 0, y: 0, width: 595, height: 842 };
  const [, second] = placeInDefaultSlots([A4, A4], [someone(1, [whole]), someone(2)]);
  expect(second?.positions[0]?.page).toBe(1);
});

test('default slots stay on the page and never touch another, whatever the page size', () => {
  const size = fc.integer({ min: 72, max: 2000 });
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 6 }), (width, height, count) => {
      const pages: PageSize[] = [{ width, height, rotate: 0 }];
      const placed = placeInDefaultSlots(pages, six.slice(0, count)).map(
        ({ positions }) => positions[0],
      );
      for (const [index, slot] of placed.entries()) {
        if (!slot) throw new Error('a signer has no slot');
        expect(placementProblem(pages, [someone(1, [slot])])).toBeUndefined();
        for (const other of placed.slice(index + 1)) {
          expect(other && touches(slot, other)).toBe(false);
        }
      }
    }),
  );
});
