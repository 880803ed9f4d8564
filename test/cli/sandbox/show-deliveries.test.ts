import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/cli/sandbox/show-deliveries.ts';

const failed = { ok: false, status: null, error: null, durationMs: 12 };

test.each([
  [{ ...failed, ok: true, status: 204 }, 'answered 204'],
  [{ ...failed, status: 500, error: 'http_500' }, 'answered 500'],
  [{ ...failed, status: 302, error: 'redirect' }, 'answered 302: redirects are not followed'],
  [{ ...failed, error: 'connection_refused' }, 'connection refused'],
  [{ ...failed, error: 'timeout_ack' }, 'no response within 10 s'],
  [{ ...failed, error: 'a_new_kind' }, 'a new kind'],
  [null, ''],
])('%j is shown as "%s"', (told, words) => {
  expect(outcomeOf(told)).toBe(words);
});
