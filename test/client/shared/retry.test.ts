import { expect, test } from 'vitest';
import { sharedFixture } from '../../support/client/shared-fixture.ts';
import type { RetryCase, WaitCase } from '../../support/client/shared-retry.ts';
import { judgeFailure, waitAfter } from '../../support/client/shared-retry.ts';

const { failures, waits } = sharedFixture<{ failures: RetryCase[]; waits: WaitCase[] }>('retry');

test.each(failures)('$name decides the retry as in Python', (one) => {
  const { evidence, read, write } = one;
  expect(judgeFailure(one)).toEqual({ evidence, read, write });
});

test.each(waits)('$name waits as in Python', (one) => {
  expect(waitAfter(one)).toBe(one.afterMs);
});
