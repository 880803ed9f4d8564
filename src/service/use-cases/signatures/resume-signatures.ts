import { resumeAfter } from '../../domain/documents/signature.ts';
import type { ClaimedAttempt } from '../../store/documents/kept-answers.ts';
import type { ServiceDeps } from '../deps.ts';
import { embedSignature } from './embed-signature.ts';
import { judgeKept } from './finish-signature.ts';

type Deps = Omit<ServiceDeps, 'version' | 'seals'>;

const EVERY_MS = 15_000;
/** Longer than any try takes; a process that dies during one is replaced after that. */
const LEASE_MS = 60_000;

/** Dependencies of the resuming. */
export interface ResumeDeps extends Deps {
  /** Time between two runs in milliseconds; default 15 s. */
  readonly everyMs?: number;
  /** Called with the failure of a signature or of a run; it is tried again all the same. */
  onError(error: unknown): void;
}

/**
 * Goes on, now and again and again, with the answers that a crash or a missing timestamp left behind, in any number of processes.
 * Closing waits for the current signature.
 */
export function startResuming(deps: ResumeDeps): { close(): Promise<void> } {
  const closing = new AbortController();
  const run = async () => (await resumeSignatures(deps, closing.signal)).forEach(deps.onError);
  let working = run().catch(deps.onError);
  const poll = setInterval(() => {
    working = working.then(run).catch(deps.onError);
  }, deps.everyMs ?? EVERY_MS);
  return {
    close: async () => {
      closing.abort();
      clearInterval(poll);
      await working;
    },
  };
}

/**
 * Judges the answers that are kept and embeds those that are stored, one after another, until no attempt is due. An attempt that
 * a request or another process has just tried is not due. Returns the errors: those attempts stay, and do not delay the others.
 * @throws {StoreUnavailable}
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
    await embedSignature(deps, txn);
    return;
  }
  const finished = await judgeKept(deps, arrived, txn);
  if (finished?.reason !== 'unreadable_answer') return;
  throw new Error(
    `The answer to the attempt ${txn} could not be judged twice, and is set aside. To have it judged once more: esign admin attempt resume ${txn}`,
  );
}
