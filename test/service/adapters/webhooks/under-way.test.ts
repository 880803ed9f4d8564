import { expect, test } from 'vitest';
import { UnderWay } from '../../../../src/service/adapters/webhooks/under-way.ts';

function aThing(underWay: UnderWay, reasons: string[]) {
  const thing = {
    place: 0,
    end(reason: string) {
      underWay.remove(thing);
      reasons.push(reason);
    },
  };
  underWay.add(thing);
  return thing;
}

test('what was removed, in whatever order, is not ended; all else is, once', () => {
  const underWay = new UnderWay();
  const reasons: string[] = [];
  const things = ['a', 'b', 'c', 'd', 'e'].map(() => aThing(underWay, reasons));
  for (const n of [0, 4, 2]) underWay.remove(things[n]!);
  underWay.end('interrupted');
  underWay.end('again');
  expect(reasons).toEqual(['interrupted', 'interrupted']);
});
