import type { Origin } from '../../domain/audit/audit.ts';

/** An answer of the authority as it arrived, to be judged. */
export interface ArrivedAnswer {
  /** The fields, as `SignatureAttempt` keeps them. */
  readonly answer: Buffer;
  readonly at: Date;
  readonly origin: Origin;
}

/** An attempt that a process goes on with: it embeds the stored answer, or first judges the one that arrived. */
export interface ClaimedAttempt {
  readonly txn: string;
  readonly arrived: ArrivedAnswer | null;
}
