import type { AnswerHeaders } from './transport.ts';

/** A request about to go out; credentials and queries are hidden. */
export interface RequestEvent {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: AnswerHeaders;
  /** From 1. */
  readonly attempt: number;
}

/** An answer whose headers have come. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  readonly durationMs: number;
}

/** A failed try that is followed by another after a wait. */
export interface RetryEvent {
  readonly operation: string;
  readonly attempt: number;
  readonly afterMs: number;
  readonly error: Error;
}

/** A doubtful outcome: being settled by reading, found applied, or sent once more. */
export interface SettleEvent {
  readonly operation: string;
  readonly documentId?: string | undefined;
  readonly step: 'reading' | 'found' | 'repeating';
  readonly note: string;
}

/** What a program can watch, for logs. Everything is redacted; an exception thrown by a hook is ignored. */
export interface Hooks {
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onSettle?: (event: SettleEvent) => void;
}

/** Calls a hook, if there is one, so that its faults cannot change the outcome of a call. */
export function tell<E>(hook: ((event: E) => void) | undefined, event: () => E): void {
  if (!hook) return;
  try {
    hook(event());
  } catch {
    // A log that fails is no reason to lose the answer of a request that was already sent
  }
}
