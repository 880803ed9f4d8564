import type { ClaimedAttempt } from '../../store/documents/kept-answers.sql.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { RegularRun } from '../run-regularly.ts';
import { runRegularly } from '../run-regularly.ts';
import { embedSignature } from './embed-signature.ts';
import { judgeKept } from './finish-signature.ts';
import { resumeAfter } from './signature.rules.ts';

/** `setAside` answers are judged again only when named. */
interface MadeDue {
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

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

const EVERY_MS = 15_000;
/** Longer than any try; after that, another process replaces a dead one. */
const LEASE_MS = 60_000;

export interface ResumeDeps extends Deps {
  /** Between runs, in milliseconds; default 15 s. */
  readonly everyMs?: number;
  /** Called when a signature or a run fails; it's retried anyway. */
  onError(error: unknown): void;
}

/** Runs in any number of processes. Closing waits for the current signature. */
export function startResuming(deps: ResumeDeps): RegularRun {
  const { everyMs = EVERY_MS, onError } = deps;
  const run = async (signal: AbortSignal) =>
    (await resumeSignatures(deps, signal)).forEach(onError);
  return runRegularly({ everyMs, run, onError });
}

/**
 * Continues one by one until none is due; just tried attempts aren't. Returns the errors: their
 * attempts stay, and don't delay others. @throws {StoreUnavailable}
 */
export async function resumeSignatures(deps: Deps, signal?: AbortSignal): Promise<unknown[]> {
  const { store, clock } = deps;
  const failures: unknown[] = [];
  const now = clock.now();
  while (!signal?.aborted) {
    const leaseUntil = new Date(clock.now().getTime() + LEASE_MS);
    const claimed = await store.claimAttempt({ now, leaseUntil });
    if (!claimed) break;
    await resume(deps, claimed).catch((error: unknown) => failures.push(error));
    await store.deferAttempt(claimed.txn, resumeAfter(clock.now()));
  }
  return failures;
}

async function resume(deps: Deps, { txn, arrived }: ClaimedAttempt): Promise<void> {
  if (!arrived) {
    await embedSignature(deps, await deps.store.findAttempt(txn));
    return;
  }
  const finished = await judgeKept(deps, arrived, txn);
  if (finished?.reason !== 'unreadable_answer') return;
  throw new Error(
    `The answer to the attempt ${txn} could not be judged twice, and is set aside. To have it judged once more: esign admin attempt resume ${txn}`,
  );
}
