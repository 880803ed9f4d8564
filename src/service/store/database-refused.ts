export type RefusalReason =
  | 'unreachable'
  | 'login'
  | 'version'
  | 'read_only'
  | 'settings'
  | 'notifications'
  | 'locked';

/** The database cannot be used as it is. The message says why, and what to change. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
