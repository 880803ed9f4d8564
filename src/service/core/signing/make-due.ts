import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';

/** `setAside` answers are judged again only when named. */
export interface MadeDue {
  readonly attempts: readonly string[];
  readonly setAside: readonly string[];
}

/**
 * The next process to look continues them.
 * @throws {DomainError} `not_found`; `invalid_state` if the attempt has no waiting answer
 */
export async function makeDue(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  txn: string | null,
): Promise<MadeDue> {
  const aside = await store.listSetAside();
  const setAside = txn === null ? aside : aside.filter((one) => one === txn);
  const attempts = await store.makeDue({ now: clock.now(), txn });
  if (txn === null || attempts.length > 0) return { attempts, setAside };
  const attempt = await store.findAttempt(txn);
  if (!attempt) throw new DomainError('not_found', 'There is no such attempt.');
  const why = attempt.state === 'at_gateway' ? 'has no answer yet' : `has ended: ${attempt.state}`;
  throw new DomainError('invalid_state', `The attempt ${why}.`);
}
