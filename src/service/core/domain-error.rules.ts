import type { ErrorCode } from '../../contract/errors.ts';

/** A violated API rule. The HTTP layer answers with the code's status and `{error, message}`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** Problems by field name, as in a form; empty for a rule that concerns no field. */
  readonly fields: Readonly<Record<string, string>>;

  /** @param field the one that breaks the rule */
  constructor(code: ErrorCode, message: string, field?: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.fields = field === undefined ? {} : { [field]: message };
  }

  /** Several fields that break rules, in the form's order. */
  static ofFields(code: ErrorCode, fields: Readonly<Record<string, string>>): DomainError {
    const error = new DomainError(code, Object.values(fields).join(' '));
    return Object.assign(error, { fields });
  }
}
