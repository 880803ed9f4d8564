import type { ErrorCode } from '../../contract/errors.ts';

/** A rule of the API that was broken; the HTTP layer turns it into the code's status and `{error, message}`. */
export class DomainError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
  }
}
