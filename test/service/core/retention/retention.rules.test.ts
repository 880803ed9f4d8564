import { expect, test } from 'vitest';
import { KEEP_DAYS } from '../../../../src/service/core/accounts/account.rules.ts';
import { removalCause } from '../../../../src/service/core/retention/retention.rules.ts';
import { aDocument, aSigner, at } from '../../ports/store-builders.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = at();
const daysAgo = (days: number): Date => at(-days * DAY_MS);

const KEPT = {
  keepCompletedDays: null,
  keepDraftDays: KEEP_DAYS.drafts.default,
  holdReason: null,
  erasedAt: null,
};
const THREE_YEARS = { ...KEPT, keepCompletedDays: KEEP_DAYS.completed.minimum };
const COMPLETED = { status: 'COMPLETED', completedAt: daysAgo(1096) } as const;
const SENT = { status: 'SENT', sentAt: daysAgo(5000), updatedAt: daysAgo(5000) } as const;
const declined = [aSigner(1, { declinedAt: daysAgo(1096) })];

test('three years are never shorter than three years of the calendar', () => {
  expect(KEEP_DAYS.completed.minimum).toBe(1096);
});

test.each([
  ['a draft that changed 89 days ago', KEPT, { updatedAt: daysAgo(89) }, undefined],
  ['a draft that changed 90 days ago', KEPT, { updatedAt: daysAgo(90) }, 'retention'],
  [
    'a draft of an account that keeps drafts for ever',
    { ...KEPT, keepDraftDays: null },
    { updatedAt: daysAgo(5000) },
    undefined,
  ],
  ['a completed document, by default', KEPT, COMPLETED, undefined],
  ['a document completed three years ago', THREE_YEARS, COMPLETED, 'retention'],
  [
    'a document completed a day later',
    THREE_YEARS,
    { ...COMPLETED, completedAt: daysAgo(1095) },
    undefined,
  ],
  [
    'a document withdrawn three years ago',
    THREE_YEARS,
    { ...SENT, withdrawnAt: daysAgo(1096) },
    'retention',
  ],
  ['a document declined three years ago', THREE_YEARS, { ...SENT, signers: declined }, 'retention'],
  [
    'a document that still waits for signatures',
    THREE_YEARS,
    { ...SENT, signers: [aSigner(1)] },
    undefined,
  ],
  [
    'a document of an erased account, whatever its age',
    { ...KEPT, erasedAt: NOW },
    { ...SENT, signers: [aSigner(1)] },
    'erasure',
  ],
] as const)('%s is removed only if its time is over', (_what, account, given, cause) => {
  expect(removalCause(aDocument('acc_1', given), account, NOW)).toBe(cause);
});
