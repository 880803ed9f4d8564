import type { Origin } from '../../domain/audit/audit.ts';

/** An answer of the authority as it arrived, to be judged. */
export interface ArrivedAnswer {
  /** The fields, as `SignatureAttempt` keeps them. */
  readonly answer: Buffer;
  readonly at: Date;
  readonly origin: Origin;
}

/** An answer that an attempt keeps until it is judged. */
export interface KeptAnswer extends ArrivedAnswer {
  /**
   * The number of the judging that begins now, from 1, counted before it begins. Null when none may: the answer is set aside, or its
   * last judging may still come back.
   */
  readonly judging: number | null;
}

/** An attempt that a process goes on with: it embeds the stored answer, or first judges the one that arrived. */
export interface ClaimedAttempt {
  readonly txn: string;
  readonly arrived: KeptAnswer | null;
}
