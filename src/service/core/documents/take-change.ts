import { DAY_MS } from '../../../contract/durations.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { DomainError } from '../domain-error.rules.ts';
import { allowanceKey, untilMinute } from '../quotas.rules.ts';

interface DailyChange {
  readonly documentId: string;
  /** Such as `The external id of a document`. */
  readonly what: string;
  readonly mostPerDay: number;
}

/** Limits changes that a trail keeps for good. @throws {DomainError} `invalid_state` */
export async function takeChange(
  tx: StoreTransaction,
  { documentId, what, mostPerDay }: DailyChange,
  at: Date,
): Promise<void> {
  const limits = [{ most: mostPerDay, withinMs: DAY_MS }];
  const usedUp = await tx.takeAllowances([{ key: allowanceKey(what, documentId), limits }], at);
  if (!usedUp) return;
  const often = `${what} changes at most ${mostPerDay} times a day.`;
  throw new DomainError('invalid_state', `${often} Try again after ${untilMinute(usedUp.from)}.`);
}
