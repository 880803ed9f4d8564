/** What every error may know beside its message. */
export interface ErrorDetails {
  readonly cause?: unknown;
  /** The call that failed, such as `sendDocument`. */
  readonly operation?: string | undefined;
  /** How often the request was tried. */
  readonly attempts?: number | undefined;
  readonly documentId?: string | undefined;
}

/** The root of every error that this package throws. All of it is safe to print: it holds no key and no signing link. */
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

/** A value handed to the client cannot be used (an empty id, a base URL with a password); nothing was sent. */
export class InvalidArgumentError extends EsignError {
  /** The argument or option at fault. */
  readonly argument: string;

  constructor(argument: string, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.argument = argument;
  }
}

/** Why a file was refused before it was sent. */
export type UploadProblem = 'empty' | 'too_large' | 'not_pdf' | 'unreadable' | 'bad_name';

/** A file that the service would refuse, or that cannot be read; nothing was sent. */
export class UploadError extends EsignError {
  readonly reason: UploadProblem;

  constructor(reason: UploadProblem, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
  }
}

/** A signed PDF was asked for of a document that is not completed. */
export class NotCompletedError extends EsignError {
  /** The document's state when it was looked at. */
  readonly status: string;

  constructor(status: string, details: ErrorDetails) {
    super(`the document has no signed PDF yet: it is ${status}`, details);
    this.status = status;
  }
}

/** Why a file was not written. */
export type SaveProblem = 'exists' | 'symlink' | 'not_a_file' | 'unwritable';

/** A file that was not written; what stood at its path is as it was. */
export class SaveFileError extends EsignError {
  readonly reason: SaveProblem;
  readonly path: string;

  constructor(reason: SaveProblem, path: string, cause?: unknown) {
    super(SAVE_WORDS[reason](path), { cause });
    this.reason = reason;
    this.path = path;
  }
}

const SAVE_WORDS: Readonly<Record<SaveProblem, (path: string) => string>> = {
  exists: (path) => `${path} exists already`,
  symlink: (path) => `${path} is a symbolic link: nothing is written through it`,
  not_a_file: (path) => `${path} is no regular file`,
  unwritable: (path) => `${path} cannot be written`,
};
