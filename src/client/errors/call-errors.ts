import type { FailurePhase } from '../http/transport.ts';
import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';

/** Details of a failure on the way. */
export interface ConnectionDetails extends ErrorDetails {
  readonly phase: FailurePhase;
  /** True when the request may have reached the service. */
  readonly opened: boolean;
  readonly causeCode?: string | undefined;
  /** The status of an answer that began and was cut. */
  readonly status?: number | undefined;
}

/** The service cannot be reached, or the connection broke; `opened` says whether the request may have arrived. */
export class ConnectionError extends EsignError {
  readonly phase: FailurePhase;
  readonly opened: boolean;
  /** The system's or Node's code, such as `ECONNREFUSED`. */
  readonly causeCode: string | undefined;
  readonly status: number | undefined;

  constructor(message: string, details: ConnectionDetails) {
    super(message, details);
    this.phase = details.phase;
    this.opened = details.opened;
    this.causeCode = details.causeCode;
    this.status = details.status;
  }
}

/** Which of the five limits ran out. */
export type TimeLimitName = 'connect' | 'headers' | 'body' | 'try' | 'total';

/** Details of a limit that ran out. */
export interface TimeoutDetails extends ErrorDetails {
  readonly which: TimeLimitName;
  /** True when the request may have reached the service. */
  readonly opened: boolean;
}

/** A time limit ran out: of connecting, of waiting for an answer, of one try, or of the whole call. */
export class TimeoutError extends EsignError {
  readonly which: TimeLimitName;
  readonly opened: boolean;

  constructor(message: string, details: TimeoutDetails) {
    super(message, details);
    this.which = details.which;
    this.opened = details.opened;
  }
}

/** The caller's signal ended the call; `cause` is the signal's reason. With `opened`, an unsafe call may have been applied. */
export class AbortedError extends EsignError {
  readonly opened: boolean;

  constructor(message: string, details: ErrorDetails & { readonly opened: boolean }) {
    super(message, details);
    this.opened = details.opened;
  }
}

/** Details of a call whose outcome could not be settled. */
export interface OutcomeUnknownDetails extends ErrorDetails {
  /** The document's state when it was last seen. */
  readonly lastKnownStatus?: string | undefined;
  /** Ids of the documents that the request may have created. */
  readonly candidates?: readonly string[] | undefined;
  /** What to look at before doing it again. */
  readonly hint: string;
}

/** The request may or may not have been applied, and reading did not settle it. Look before repeating. */
export class OutcomeUnknownError extends EsignError {
  readonly lastKnownStatus: string | undefined;
  readonly candidates: readonly string[];
  readonly hint: string;

  constructor(message: string, details: OutcomeUnknownDetails) {
    super(message, details);
    this.lastKnownStatus = details.lastKnownStatus;
    this.candidates = details.candidates ?? [];
    this.hint = details.hint;
  }
}

/** A 2xx answer that is not what the API promises: no JSON, a field missing, a PDF cut short, or too large. */
export class ResponseShapeError extends EsignError {
  readonly status: number;
  /** At most 4 KiB of the body, without keys and links. */
  readonly rawBody: string;

  constructor(
    message: string,
    details: ErrorDetails & { readonly status: number; readonly rawBody?: string },
  ) {
    super(message, details);
    this.status = details.status;
    this.rawBody = details.rawBody ?? '';
  }
}
