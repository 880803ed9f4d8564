import type { AnsweredCode, CliErrorCode } from './error-codes.ts';

/** A fault in an input file, or in settings. */
export interface InputFault {
  /** 1-based; undefined for a fault of the whole file. */
  readonly line?: number;
  /** Without a full stop. */
  readonly problem: string;
  /** The setting as it was written. */
  readonly setting?: string;
  /** Command or flag to type next. */
  readonly next?: string;
}

export interface CliErrorDetails {
  /** Machine-readable, in the style of the API's codes. */
  readonly code: CliErrorCode | AnsweredCode;
  /** The problem, without a full stop. */
  readonly what: string;
  /** Why, unless it is obvious. */
  readonly why?: string | undefined;
  /** The next command, or advice. */
  readonly next?: string | undefined;
  /** One of the exit codes of `EXIT`. */
  readonly exitCode: number;
  readonly documentId?: string | undefined;
  /** All faults of an input file. */
  readonly faults?: readonly InputFault[] | undefined;
  readonly cause?: unknown;
}

/** A failure detected by the command line itself. */
export class CliError extends Error {
  readonly code: CliErrorCode | AnsweredCode;
  readonly why: string | undefined;
  readonly next: string | undefined;
  readonly exitCode: number;
  readonly documentId: string | undefined;
  readonly faults: readonly InputFault[] | undefined;

  static {
    CliError.prototype.name = 'CliError';
  }

  constructor(details: CliErrorDetails) {
    super(details.what, 'cause' in details ? { cause: details.cause } : {});
    this.code = details.code;
    this.why = details.why;
    this.next = details.next;
    this.exitCode = details.exitCode;
    this.documentId = details.documentId;
    this.faults = details.faults;
  }
}
