import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/cli/sandbox/delivery-words.ts';

const failed = { ok: false, status: null, error: null, durationMs: 12 };

test.each([
  [{ ...failed, ok: true, status: 204 }, 'answered 204'],
  [{ ...failed, status: 500, error: 'http_500' }, 'answered 500'],
  [
    { ...failed, status: 302, error: 'redirect' },
    'answered 302: a redirect, which is not followed',
  ],
  [{ ...failed, error: 'connection_refused' }, 'nobody listens there'],
  [{ ...failed, error: 'timeout_ack' }, 'no answer within 10 s'],
  [{ ...failed, error: 'a_new_kind' }, 'a new kind'],
  [null, ''],
])('%j is told as "%s"', (told, words) => {
  expect(outcomeOf(told)).toBe(words);
});
