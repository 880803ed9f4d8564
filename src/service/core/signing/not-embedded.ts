import { FilesUnavailable } from '../../ports/file-store.ts';
import { AnswerNotJudged } from '../../ports/signing-gateway.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { ServiceDeps } from '../deps.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import type { SigningFailure } from './causes.rules.ts';
import { shownFailure } from './causes.rules.ts';
import { advanceAttempt } from './end-attempt.ts';
import { failedFact } from './evidence.ts';
import type { SignatureAttempt } from './signature.rules.ts';

/** Failures of the service itself that end an attempt. */
const MOST_FAILURES = 3;

export class NotEmbedded extends Error {
  override readonly name = 'NotEmbedded';
  /** A stable name. */
  readonly reason: string;
  /** The certificate's name, offered for the next attempt. */
  readonly certifiedName: string | undefined;

  constructor(reason: string, certifiedName?: string) {
    super(`The signature was not embedded: ${reason}`);
    this.reason = reason;
    this.certifiedName = certifiedName;
  }
}

/** The signature is kept, but its file can't be stored now. Retrying may help. */
export class SignatureKept extends FilesUnavailable {
  readonly signerId: string;

  constructor({ txn, signerId }: Pick<SignatureAttempt, 'txn' | 'signerId'>, cause: unknown) {
    super(`The signature of the attempt ${txn} is kept, but its file cannot be stored now.`, {
      cause,
    });
    this.signerId = signerId;
  }
}

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'files'>;

/**
 * Returns why nothing was signed; null if the same answer was embedded meanwhile. Rethrows failures
 * of the service itself while retrying may help.
 * @throws {SignatureKept} while files can't be stored
 */
export async function refuseSignature(
  deps: Deps,
  attempt: SignatureAttempt,
  error: unknown,
): Promise<SigningFailure | null> {
  if (error instanceof NotEmbedded) return await refuse(deps, attempt, error);
  // Not the attempt's fault, and it may last: keep the answer.
  if (error instanceof StoreUnavailable) throw error;
  if (error instanceof FilesUnavailable) throw new SignatureKept(attempt, error);
  if (error instanceof AnswerNotJudged && error.reason === 'busy') throw error;
  if ((await countFailure(deps, attempt)) < MOST_FAILURES) throw error;
  return await refuse(deps, attempt, new NotEmbedded('embedding_failed'));
}

const countFailure = (deps: Deps, attempt: SignatureAttempt): Promise<number> =>
  advanceAttempt(deps, attempt, (locked) => {
    // Ended meanwhile: its file is gone, so retrying won't help.
    if (locked?.state !== 'returned') return { result: MOST_FAILURES };
    const failures = locked.failures + 1;
    return { change: { failures }, result: failures };
  });

const refuse = (
  deps: Deps,
  attempt: SignatureAttempt,
  { reason, certifiedName }: NotEmbedded,
): Promise<SigningFailure | null> =>
  advanceAttempt(deps, attempt, (locked) => {
    if (locked?.state === 'embedded') return { result: null };
    if (locked?.state !== 'returned') return { result: shownFailure(locked?.reason ?? reason) };
    const stored = locked.answer ?? Buffer.alloc(0);
    return {
      change: { state: 'failed', reason },
      facts: [failedFact(locked, { reason, stored, origin: SYSTEM }, deps.clock.now())],
      also: async (tx) => {
        if (certifiedName !== undefined) await tx.changeSigner(locked.signerId, { certifiedName });
      },
      result: shownFailure(reason),
    };
  });
