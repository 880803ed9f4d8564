import { nameErrors } from './name-errors.ts';

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

/** Marks the errors of every copy and version of this client. */
const BRAND = Symbol.for('esign-sdk.EsignError');

/** Base class of this package's errors. Safe to print: keys and signing links are redacted. */
export class EsignError extends Error {
  /** The operation that failed, such as `sendDocument`; undefined if none had started. */
  readonly operation: string | undefined;
  /** Attempts made, from 1, where counted. */
  readonly attempts: number | undefined;
  /** The document that the operation was about, if any. */
  readonly documentId: string | undefined;
  /** The HTTP status of the response; undefined if there was none. */
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

  /** Name, message and fields, for logs; omits the cause. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

nameErrors({ EsignError });

/**
 * True for an error of any copy of this client. A program may have two copies, from two packages or
 * versions, and `instanceof` knows only one. The error's `name` is that of its class.
 */
export function isEsignError(error: unknown): error is EsignError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
