/** Details of any error. */
export interface ErrorDetails {
  /** The underlying error, such as one from Node. */
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

/** On the errors of every copy of this client, whatever its version. */
const BRAND = Symbol.for('esign-sdk.EsignError');

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

  static {
    Object.defineProperty(EsignError.prototype, BRAND, { value: true });
  }

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

/**
 * True for an error of any copy of this client: a program that has it from two packages, or in two versions, has two copies of
 * each class, and `instanceof` knows only one. The error's `name` is that of its class.
 */
export function isEsignError(error: unknown): error is EsignError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
