import { expect, test } from 'vitest';
import { isFreshAnswer } from '../../../../src/service/core/signing/signature.rules.ts';

const REQUESTED = new Date('2026-11-20T12:00:00Z');
const after = (minutes: number) => new Date(REQUESTED.getTime() + minutes * 60_000);

test.each([
  ['made and brought at once', 5, 5, true],
  ['by a clock 29 minutes behind', -29, 1, true],
  ['by a clock 29 minutes ahead', 30, 1, true],
  ['brought 30 minutes after', 5, 35, true],
  ['brought 31 minutes after', 5, 36, false],
  ['made 31 minutes before the request', -31, -5, false],
  ['made an hour ahead', 61, 1, false],
  ['made in another time zone', -330, 1, false],
])(
  'an answer %s (made after %d minutes, brought after %d) is fresh: %s',
  (_what, answered, now, expected) => {
    const times = { answeredAt: after(answered), requestedAt: REQUESTED, now: after(now) };
    expect(isFreshAnswer(times)).toBe(expected);
  },
);
