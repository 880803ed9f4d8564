import { FilesUnavailable } from '../../ports/file-store.ts';
import { AnswerNotJudged } from '../../ports/signing-gateway.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { ServiceDeps } from '../deps.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import { discardFile } from './end-attempt.ts';
import { failedFact } from './evidence.ts';
import type { SignatureAttempt, SigningFailure } from './signature.rules.ts';
import { shownFailure } from './signature.rules.ts';

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

async function countFailure({ store }: Deps, { documentId, txn }: SignatureAttempt) {
  return await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const attempt = await tx.lockAttempt(txn);
    // Ended meanwhile: its file is gone, so retrying won't help.
    if (attempt?.state !== 'returned') return MOST_FAILURES;
    const failures = attempt.failures + 1;
    await tx.changeAttempt(txn, { failures });
    return failures;
  });
}

async function refuse(
  deps: Deps,
  { documentId, signerId, txn, preparedKey }: SignatureAttempt,
  { reason, certifiedName }: NotEmbedded,
): Promise<SigningFailure | null> {
  const { store, clock } = deps;
  const failure = await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    const attempt = await tx.lockAttempt(txn);
    if (attempt?.state === 'embedded') return null;
    if (attempt?.state !== 'returned') return shownFailure(attempt?.reason ?? reason);
    await tx.changeAttempt(txn, { state: 'failed', reason });
    if (certifiedName !== undefined) await tx.changeSigner(signerId, { certifiedName });
    const stored = attempt.answer ?? Buffer.alloc(0);
    await tx.appendAudit(documentId, [
      failedFact(attempt, { reason, stored, origin: SYSTEM }, clock.now()),
    ]);
    return shownFailure(reason);
  });
  await discardFile(deps, preparedKey);
  return failure;
}
