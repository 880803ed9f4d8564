import type { SignatureAttempt } from '../../domain/documents/signature.ts';

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
