import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignaturePosition } from '../../../../src/contract/placement.ts';
import { placementProblem } from '../../../../src/service/core/documents/add-signers.ts';
import type { PageSize } from '../../../../src/service/core/documents/document.rules.ts';
import { placeInDefaultSlots } from '../../../../src/service/core/placement/arrange-signatures.rules.ts';

const A4: PageSize = { width: 595, height: 842, rotate: 0 };
const someone = (signingOrder: number, positions: SignaturePosition[] | null = null) => ({
  signerId: `sgn_${signingOrder}`,
  name: `Signer ${signingOrder}`,
  signingOrder,
  positions,
});
const six = [1, 2, 3, 4, 5, 6].map((order) => someone(order));
const touch = (a: SignaturePosition, b: SignaturePosition) =>
  a.page === b.page &&
  a.x < b.x + b.width &&
  b.x < a.x + a.width &&
  a.y < b.y + b.height &&
  b.y < a.y + a.height;

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
          expect(other && touch(slot, other)).toBe(false);
        }
      }
    }),
  );
});
