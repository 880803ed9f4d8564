import type { SignatureAttempt } from '../../domain/documents/signature.ts';
import type { ArrivedAnswer, ClaimedAttempt, KeptAnswer } from './arrived-answer.ts';

/** A signer's attempts that began after a time. */
export interface AttemptsOfSigner {
  readonly documentId: string;
  readonly signerId: string;
  readonly after: Date;
}

/** The changed fields of an attempt. */
export type AttemptChange = Partial<
  Pick<SignatureAttempt, 'state' | 'answer' | 'reason' | 'failures'>
> & {
  /** When another process may go on with it; null sets its answer aside. */
  readonly resumeAt?: Date | null;
};

/** Attempts to sign, and the answers that they keep until these are judged. */
export interface AttemptStore {
  findAttempt(txn: string): Promise<SignatureAttempt | undefined>;
  /** A document's live attempt: at the gateway, or back from it and not yet embedded. */
  findLiveAttempt(documentId: string): Promise<SignatureAttempt | undefined>;
  /** When a signer's attempts after a time began, oldest first. */
  listAttemptTimes(attempts: AttemptsOfSigner): Promise<Date[]>;
  /** Attempts at the gateway that expired before this time, and have no answer that waits to be judged. One set aside does not wait. */
  listLapsed(before: Date): Promise<SignatureAttempt[]>;
  /**
   * Keeps an answer that has just arrived until it is judged, if its attempt is at the gateway and keeps none yet. Returns the one
   * that it keeps now, and counts that the caller judges it; undefined when it is not at the gateway, or unknown.
   */
  keepAnswer(
    txn: string,
    arrived: ArrivedAnswer & { readonly resumeAt: Date },
  ): Promise<KeptAnswer | undefined>;
  /** Takes back the count of a judging that came back, or was not begun, where the answer is kept all the same. */
  uncountJudging(txn: string): Promise<void>;
  /** Forgets the answer that an attempt keeps: it decided nothing. One that is set aside stays. */
  dropAnswer(txn: string): Promise<void>;
  /**
   * Leases the attempt that has been due longest, and counts that the caller judges its answer; no other process gets it before
   * `leaseUntil`.
   */
  claimAttempt(claim: { now: Date; leaseUntil: Date }): Promise<ClaimedAttempt | undefined>;
  /** Sets when an attempt is due again, if there is still anything to go on with. */
  deferAttempt(txn: string, resumeAt: Date): Promise<void>;
}
