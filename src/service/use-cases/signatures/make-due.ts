import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../deps.ts';

/**
 * Makes attempts due that wait with an answer, this one or all: the next process that looks goes on with them. Returns their
 * transactions.
 * @throws {DomainError} `not_found`; `invalid_state` when this one has no answer that waits
 */
export async function makeDue(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  txn: string | null,
): Promise<string[]> {
  const due = await store.makeDue({ now: clock.now(), txn });
  if (txn === null || due.length > 0) return due;
  const attempt = await store.findAttempt(txn);
  if (!attempt) throw new DomainError('not_found', 'There is no such attempt.');
  const why = attempt.state === 'at_gateway' ? 'has no answer yet' : `has ended: ${attempt.state}`;
  throw new DomainError('invalid_state', `The attempt ${why}.`);
}
