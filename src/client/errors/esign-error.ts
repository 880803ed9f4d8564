/** Details of any error. */
export interface ErrorDetails {
  /** What caused it, such as an error of Node. */
  readonly cause?: unknown;
  /** The operation that failed, such as `sendDocument`. */
  readonly operation?: string | undefined;
  /** Attempts made, from 1. */
  readonly attempts?: number | undefined;
  /** The document that the operation was about. */
  readonly documentId?: string | undefined;
  /** The HTTP status of the response, if one arrived. */
  readonly status?: number | undefined;
}

/** The base class of this package's errors. They are safe to print: keys and signing links are redacted. */
export class EsignError extends Error {
  /** The operation that failed, such as `sendDocument`; undefined when none had begun. */
  readonly operation: string | undefined;
  /** Attempts made, from 1, where they were counted. */
  readonly attempts: number | undefined;
  /** The document that the operation was about, if it was about one. */
  readonly documentId: string | undefined;
  /** The HTTP status of the response; undefined when none arrived or none was asked for. */
  readonly status: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : {});
    this.operation = details.operation;
    this.attempts = details.attempts;
    this.documentId = details.documentId;
    this.status = details.status;
  }

  /** The name of the class, which stays the same in a program that is minified. */
  override get name(): string {
    return 'EsignError';
  }

  /** Name, message and fields, for logs; the cause is left out. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}
