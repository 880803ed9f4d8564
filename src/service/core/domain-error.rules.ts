import type { ErrorCode } from '../../contract/errors.ts';

/** A violated API rule. The HTTP layer answers with the code's status and `{error, message}`. */
export class DomainError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
  }
}
