import type { ErrorCode } from '../../contract/errors.ts';

/** A violated API rule. The HTTP layer answers with the code's status and `{error, message}`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** The one field that breaks the rule, as a form names it. */
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, field?: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.field = field;
  }
}
