import type { ErrorDetails } from './esign-error.ts';
import { EsignError } from './esign-error.ts';
import { nameErrors } from './name-errors.ts';

/** An argument or option is invalid, such as an empty id or an unknown option; nothing was sent. */
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

/** The file is unreadable, or the service would refuse it; nothing was sent. */
export class UploadError extends EsignError {
  /** Why it was not uploaded. */
  readonly reason: UploadProblem;

  constructor(reason: UploadProblem, message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.reason = reason;
  }
}

/** The document has no signed PDF yet, because it is not completed. */
export class NotCompletedError extends EsignError {
  /** The status of the document, such as `SENT`. */
  readonly documentStatus: string;

  constructor(documentStatus: string, details: ErrorDetails) {
    super(`the document has no signed PDF yet: it is ${documentStatus}`, details);
    this.documentStatus = documentStatus;
  }
}

/** Why a file was not written; see `SaveFileError`. */
export type SaveProblem = 'exists' | 'symlink' | 'not_a_file' | 'unwritable';

/** A file was not written; any file at its path is unchanged. */
export class SaveFileError extends EsignError {
  /** Why it was not written. */
  readonly reason: SaveProblem;
  /** Where it should have been written. */
  readonly path: string;

  constructor(reason: SaveProblem, path: string, cause?: unknown) {
    super(SAVE_MESSAGES[reason](path), { cause });
    this.reason = reason;
    this.path = path;
  }
}

nameErrors({ InvalidArgumentError, UploadError, NotCompletedError, SaveFileError });

const SAVE_MESSAGES: Readonly<Record<SaveProblem, (path: string) => string>> = {
  exists: (path) => `${path} already exists`,
  symlink: (path) => `${path} is a symbolic link, which is not followed`,
  not_a_file: (path) => `${path} is not a regular file`,
  unwritable: (path) => `${path} cannot be written`,
};
