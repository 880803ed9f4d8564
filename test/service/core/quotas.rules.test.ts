import { expect, test } from 'vitest';
import type { DraftUse } from '../../../src/service/core/quotas.rules.ts';
import {
  assertDraftAllowed,
  assertRoom,
  DEFAULT_QUOTAS,
} from '../../../src/service/core/quotas.rules.ts';

const QUOTAS = { ...DEFAULT_QUOTAS, drafts: 100, draftMegabytes: 2, draftsWithoutCredits: 3 };

function refusal(use: Partial<DraftUse>, addedBytes = 1, keepDraftDays: number | null = 90) {
  const all = { drafts: 0, bytes: 0, credits: 1, ...use, account: { keepDraftDays } };
  try {
    assertDraftAllowed(QUOTAS, all, addedBytes);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

test('an account has so many drafts, fewer without credits, and so many megabytes of them', () => {
  expect(refusal({ drafts: 99 })).toBeUndefined();
  expect(refusal({ drafts: 100 })).toBe(
    'The account has 100 drafts, and at most 100 are allowed. Send some; one that is not sent is removed after 90 days.',
  );
  expect(refusal({ drafts: 2, credits: 0 })).toBeUndefined();
  expect(refusal({ drafts: 3, credits: 0 })).toContain('3 drafts and no credits; without');
  expect(refusal({ bytes: 1_999_999 }, 1)).toBeUndefined();
  expect(refusal({ bytes: 1_999_999 }, 2)).toContain('2 MB, and with this one more than the 2 MB');
});

test('nothing is said of a removal that an account has switched off', () => {
  expect(refusal({ drafts: 100 }, 1, null)).toMatch(/Send some\.$/);
});

test('what is at its most has room for none, and the number is told', () => {
  assertRoom({ has: 19, most: 20 }, 'webhook endpoints');
  expect(() => assertRoom({ has: 20, most: 20 }, 'webhook endpoints')).toThrow(
    'There are 20 webhook endpoints already, and at most 20 are allowed. Remove one first.',
  );
});
