/** Details of any error. */
export interface ErrorDetails {
  readonly cause?: unknown;
  /** The operation that failed, such as `sendDocument`. */
  readonly operation?: string | undefined;
  /** Attempts made, from 1. */
  readonly attempts?: number | undefined;
  readonly documentId?: string | undefined;
}

/** The base class of this package's errors. They are safe to print: keys and signing links are redacted. */
export class EsignError extends Error {
  readonly operation: string | undefined;
  readonly attempts: number | undefined;
  readonly documentId: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : {});
    this.operation = details.operation;
    this.attempts = details.attempts;
    this.documentId = details.documentId;
  }

  override get name(): string {
    return this.constructor.name;
  }

  /** Name, message and fields, for logs; the cause is left out. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** An argument or option is not valid, such as an empty id or a base URL with a password; nothing was sent. */
export class InvalidArgumentError extends EsignError {
  /** Name of the argument or option. */
  readonly argument: string;

  constructor(argument: string, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.argument = argument;
  }
}

/** Why a file was not uploaded; see `UploadError`. */
export type UploadProblem = 'empty' | 'too_large' | 'not_pdf' | 'unreadable' | 'bad_name';

/** The file cannot be read, or the service would refuse it; nothing was sent. */
export class UploadError extends EsignError {
  readonly reason: UploadProblem;

  constructor(reason: UploadProblem, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
  }
}

/** The document has no signed PDF yet, because it is not completed. */
export class NotCompletedError extends EsignError {
  /** The document's status. */
  readonly status: string;

  constructor(status: string, details: ErrorDetails) {
    super(`the document has no signed PDF yet: it is ${status}`, details);
    this.status = status;
  }
}

/** Why a file was not written; see `SaveFileError`. */
export type SaveProblem = 'exists' | 'symlink' | 'not_a_file' | 'unwritable';

/** A file was not written; whatever was at its path is unchanged. */
export class SaveFileError extends EsignError {
  readonly reason: SaveProblem;
  readonly path: string;

  constructor(reason: SaveProblem, path: string, cause?: unknown) {
    super(SAVE_MESSAGES[reason](path), { cause });
    this.reason = reason;
    this.path = path;
  }
}

const SAVE_MESSAGES: Readonly<Record<SaveProblem, (path: string) => string>> = {
  exists: (path) => `${path} already exists`,
  symlink: (path) => `${path} is a symbolic link, which is not followed`,
  not_a_file: (path) => `${path} is not a regular file`,
  unwritable: (path) => `${path} cannot be written`,
};
