import type { AnswerHeaders } from './transport.ts';

/** A request about to be sent; credentials are hidden, and so is the URL's query except for `limit` and `offset`. */
export interface RequestEvent {
  /** The operation that the request belongs to, such as `sendDocument`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, redacted. */
  readonly url: string;
  /** The headers, redacted: of the request, in a `ResponseEvent` of the response. */
  readonly headers: AnswerHeaders;
  /** From 1. */
  readonly attempt: number;
}

/** A response whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** Time from the start of the attempt to the headers of the response, in milliseconds. */
  readonly durationMs: number;
}

/** A failed attempt that is repeated after `afterMs` milliseconds. */
export interface RetryEvent {
  /** The operation that is repeated. */
  readonly operation: string;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** The wait before the next attempt, in milliseconds. */
  readonly afterMs: number;
  /** Why the attempt failed. */
  readonly error: Error;
}

/** A step in settling an unknown outcome: reading, found to be applied, or repeating the request. */
export interface SettleEvent {
  /** The operation whose outcome is unknown. */
  readonly operation: string;
  /** The document that it is about, if it is known. */
  readonly documentId?: string | undefined;
  /** The stage reached. */
  readonly step: 'reading' | 'found' | 'repeating';
  /** The same in a sentence, for people. */
  readonly note: string;
}

/** Callbacks for logging. Every event is redacted; exceptions thrown by a hook are ignored. */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called when the headers of a response have arrived. */
  readonly onResponse?: (event: ResponseEvent) => void;
  /** Called before the wait for another attempt. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Called for each step in settling an unknown outcome. */
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
