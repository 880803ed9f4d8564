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

/** Proofs are renewed this long before their end, and again this long after a failure. */
const RENEWED_DAYS = 90;
const AGAIN_DAYS = 7;

/** When to retry a renewal: by then an authority may be back, or have a new certificate. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + AGAIN_DAYS * DAY_MS);

/** When to renew a proof that ends at `endsAt`, ISO 8601. An unknown end is looked at again. */
export function renewalAt(endsAt: string | null | undefined, now: Date): Date {
  return endsAt ? new Date(Date.parse(endsAt) - RENEWED_DAYS * DAY_MS) : nextLook(now);
}
