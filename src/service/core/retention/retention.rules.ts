import { DAY_MS } from '../../../contract/durations.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { Document } from '../documents/document.rules.ts';
import { declinerOf } from '../documents/document-states.rules.ts';

/** How long logs keep exchanges with webhook endpoints, in days. */
export const EXCHANGE_DAYS = 30;

/** How long API requests are logged, in days. */
export const REQUEST_DAYS = 30;

export const daysBefore = (now: Date, days: number): Date =>
  new Date(now.getTime() - days * DAY_MS);

export type RemovalCause = 'retention' | 'erasure';

type Kept = Pick<
  Document,
  'status' | 'updatedAt' | 'completedAt' | 'withdrawnAt' | 'signers' | 'holdReason'
>;

/** Start of a document's retention; undefined while it still waits for signatures. */
function runsSince(document: Kept): Date | undefined {
  const { status, updatedAt, completedAt, withdrawnAt } = document;
  if (status === 'PENDING') return updatedAt;
  return completedAt ?? withdrawnAt ?? declinerOf(document)?.declinedAt ?? undefined;
}

/** Why a document is to be removed now; undefined while it is kept. Legal hold keeps everything. */
export function removalCause(
  document: Kept,
  account: Pick<Account, 'keepCompletedDays' | 'keepDraftDays' | 'holdReason' | 'erasedAt'>,
  now: Date,
): RemovalCause | undefined {
  if (document.holdReason !== null || account.holdReason !== null) return undefined;
  if (account.erasedAt) return 'erasure';
  const isDraft = document.status === 'PENDING';
  const days = isDraft ? account.keepDraftDays : account.keepCompletedDays;
  const since = runsSince(document);
  if (days === null || !since) return undefined;
  return since <= daysBefore(now, days) ? 'retention' : undefined;
}
