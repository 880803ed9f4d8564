import type { SignerCount } from '../format/payload.ts';
import { isRefusal } from './judge-tries.ts';
import type { MadeTry } from './run-tries.ts';
import { isTaken } from './run-tries.ts';

/** What a try was about. */
export interface TrySubject {
  readonly event: string;
  readonly documentId: string | null;
  readonly signers: SignerCount | null;
  readonly deliveryId: string | null;
  /** What is wrong with its signature on purpose; null when nothing is. */
  readonly badSignature: string | null;
  /** Where the delivery was saved; null when it was made anew. */
  readonly file: string | null;
}

/** A try and its outcome, as it is told. */
export interface TryReport extends TrySubject {
  readonly type: 'try';
  /** From 1. */
  readonly number: number;
  readonly attempt: number;
  /** True when it was lost on its way, as was planned. */
  readonly lost: boolean;
  readonly status: number | null;
  /** `timeout`, or the code of Node's error; null when it was answered, or lost. */
  readonly error: string | null;
  readonly durationMs: number | null;
  /** The beginning of the answer's body, as text from elsewhere. */
  readonly answer: string;
  /** Whether it went as it should: a 2xx, or a refusal where the signature is bad; always when lost. */
  readonly ok: boolean;
}

/** What is told of a try. */
export function tryReport({ number, planned, result }: MadeTry, subject: TrySubject): TryReport {
  const { attempt, isLost: lost } = planned;
  const { status = null, error = null, durationMs = null } = result ?? {};
  const answer = result?.body.toString('utf8') ?? '';
  const isGood = subject.badSignature === null ? isTaken(result) : isRefusal(result);
  const ok = lost || isGood;
  return { type: 'try', number, ...subject, attempt, lost, status, error, durationMs, answer, ok };
}
