import type { AnswerHeaders } from './transport.ts';

/** A request about to be sent. Hides credentials, and the query except `limit` and `offset`. */
export interface RequestEvent {
  /** The operation that the request belongs to, such as `sendDocument`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The URL, redacted. */
  readonly url: string;
  /** The request's headers, redacted; in a `ResponseEvent`, the response's. */
  readonly headers: AnswerHeaders;
  /** From 1. */
  readonly attempt: number;
}

/** A response whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** Time from the start of the attempt to the response's headers, in milliseconds. */
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

/** A step in settling an unknown outcome: reading, found applied, or repeating the request. */
export interface SettleEvent {
  /** The operation whose outcome is unknown. */
  readonly operation: string;
  /** The document concerned, if known. */
  readonly documentId?: string | undefined;
  /** The stage reached. */
  readonly step: 'reading' | 'found' | 'repeating';
  /** The step as a sentence, for people. */
  readonly note: string;
}

/** Callbacks for logging. Events are redacted; exceptions of a hook are ignored. */
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

/** Calls a hook, if any. Ignores its exceptions, so that they cannot change the call's outcome. */
export function emit<E>(hook: ((event: E) => void) | undefined, event: () => E): void {
  if (!hook) return;
  try {
    hook(event());
  } catch {
    // A broken logger must not lose the response to a request that was already sent
  }
}

/**
 * Hooks that write a line for each request, response, retry and step of settling: no bodies, no
 * headers, and URLs without what grants access.
 */
export function logHooks(write: (line: string) => void = console.error): Hooks {
  return {
    onRequest: ({ method, url, attempt }) => write(`→ ${method} ${url} (attempt ${attempt})`),
    onResponse: ({ method, url, status, durationMs }) =>
      write(`← ${status} ${method} ${url} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, afterMs, error }) =>
      write(`${operation} again in ${Math.round(afterMs)} ms: ${error.message}`),
    onSettle: ({ operation, step, note }) => write(`${operation} ${step}: ${note}`),
  };
}
