import type { AnswerHeaders } from './transport.ts';

/** A request about to be sent; credentials are hidden, and so is the URL's query except for `limit` and `offset`. */
export interface RequestEvent {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: AnswerHeaders;
  /** From 1. */
  readonly attempt: number;
}

/** A response whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  readonly durationMs: number;
}

/** A failed attempt that is repeated after `afterMs` milliseconds. */
export interface RetryEvent {
  readonly operation: string;
  readonly attempt: number;
  readonly afterMs: number;
  readonly error: Error;
}

/** A step in settling an unknown outcome: reading, found to be applied, or repeating the request. */
export interface SettleEvent {
  readonly operation: string;
  readonly documentId?: string | undefined;
  readonly step: 'reading' | 'found' | 'repeating';
  readonly note: string;
}

/** Callbacks for logging. Every event is redacted; exceptions thrown by a hook are ignored. */
export interface Hooks {
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onResponse?: (event: ResponseEvent) => void;
  readonly onRetry?: (event: RetryEvent) => void;
  readonly onSettle?: (event: SettleEvent) => void;
}

/** Calls a hook, if there is one. Its exceptions are ignored, so that they cannot change the outcome of a call. */
export function emit<E>(hook: ((event: E) => void) | undefined, event: () => E): void {
  if (!hook) return;
  try {
    hook(event());
  } catch {
    // A broken logger must not lose the response to a request that was already sent
  }
}
