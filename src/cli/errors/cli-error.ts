/** Something wrong in a file that a person wrote. */
export interface InputFault {
  /** 1-based line of the file; undefined when the fault is about the file as a whole. */
  readonly line?: number;
  /** A sentence without a full stop. */
  readonly problem: string;
}

/** What a failure of the command line says: what happened, why, and the command to type next. */
export interface CliErrorDetails {
  /** Machine-readable, in the style of the API's codes. */
  readonly code: string;
  /** What happened, as one sentence without a full stop. */
  readonly what: string;
  /** Why, when it is not plain from what happened. */
  readonly why?: string | undefined;
  /** The next command to type, or what to do. */
  readonly next?: string | undefined;
  /** One of the exit codes of `EXIT`. */
  readonly exitCode: number;
  readonly documentId?: string | undefined;
  /** What is wrong with a file, by line, when it is more than one sentence can say. */
  readonly faults?: readonly InputFault[] | undefined;
  readonly cause?: unknown;
}

/** A failure that the command line itself found, in words for a person and with its exit code. */
export class CliError extends Error {
  readonly code: string;
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
